"""Keys that another service mailed, and the addresses whose data they open here."""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import DateTime, Text, bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from chassis.db import Connection, Statement, Transaction, params
from chassis.errors import NotFound
from chassis.retention import Retention

NOTHING_GRANTED: Final = "This link is not valid."


class KeyGrantColumns:
    """A key that was mailed, and the data of which address it opens until when. Both are kept as digests."""

    key_digest: Mapped[str] = mapped_column(Text, primary_key=True)
    address_digest: Mapped[str] = mapped_column(Text)
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)


class KeyGrants:
    """The grants in one service's table."""

    def __init__(self, row: type[KeyGrantColumns]) -> None:
        self._grant: Statement[Any] = Statement(
            insert(row).values(params("key_digest", "address_digest", "expires_at")).on_conflict_do_nothing()
        )
        self._find: Statement[Any] = Statement(
            select(row.address_digest).where(
                row.key_digest == bindparam("key_digest"), row.expires_at > bindparam("now")
            )
        )
        of_address = row.address_digest == bindparam("address_digest")
        self._withdraw: Statement[Any] = Statement(delete(row).where(of_address))
        self.expired: Final = Retention(row, row.expires_at)

    async def grant(
        self, tx: Transaction, key_digest: str, address_digest: str, *, expires_at: datetime
    ) -> None:
        """Admit who has the key to the data of the address until it expires."""
        await self._grant.run(tx, key_digest=key_digest, address_digest=address_digest, expires_at=expires_at)

    async def address_of(self, tx: Connection, key_digest: str, now: datetime) -> str:
        """The digest of the address whose data the key opens. Raises NotFound for one that opens nothing."""
        address: str | None = await self._find.value(tx, key_digest=key_digest, now=now)
        if address is None:
            raise NotFound(NOTHING_GRANTED, refusal="bad_link")
        return address

    async def withdraw(self, tx: Transaction, address_digest: str) -> None:
        """Admit nobody to the data of this address any more."""
        await self._withdraw.run(tx, address_digest=address_digest)
