"""Reads and writes the newest export of each account."""

from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from sqlalchemy import BigInteger, Text, bindparam, func, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert

from identity.export.models import DataExportRow
from identity.export.rules import Export

COLUMNS: Final = (
    DataExportRow.account_id,
    DataExportRow.export_id,
    DataExportRow.requested_at,
    DataExportRow.expires_at,
    DataExportRow.sizes,
    DataExportRow.ready_at,
    DataExportRow.failed_at,
)
_collecting = literal_column("ready_at IS NULL AND failed_at IS NULL")
_begun = insert(DataExportRow).values(
    params("account_id", "export_id", "requested_at", "expires_at"),
)
BEGIN: Final = Statement(
    _begun.on_conflict_do_update(
        index_elements=[DataExportRow.account_id],
        set_={
            "export_id": _begun.excluded.export_id,
            "requested_at": _begun.excluded.requested_at,
            "expires_at": _begun.excluded.expires_at,
            "sizes": literal_column("'{}'::jsonb"),
            "ready_at": literal_column("NULL"),
            "failed_at": literal_column("NULL"),
        },
    ).returning(*COLUMNS),
    into=Export,
)
FIND: Final = Statement(
    select(*COLUMNS).where(DataExportRow.account_id == bindparam("account_id")), into=Export
)
ADD_PART: Final = Statement(
    update(DataExportRow)
    .where(DataExportRow.export_id == bindparam("of"), _collecting)
    .values(
        sizes=DataExportRow.sizes.op("||")(
            func.jsonb_build_object(bindparam("part", type_=Text()), bindparam("size", type_=BigInteger()))
        )
    )
    .returning(*COLUMNS),
    into=Export,
)
FINISH: Final = Statement(
    update(DataExportRow).where(DataExportRow.export_id == bindparam("of")).values(params("ready_at"))
)
GIVE_UP: Final = Statement(
    update(DataExportRow)
    .where(_collecting, DataExportRow.requested_at < bindparam("before"))
    .values(params("failed_at"))
)


async def begin_export(
    tx: Transaction, account_id: str, export_id: str, *, now: datetime, expires_at: datetime
) -> Export | None:
    """A new export, instead of the account's former one."""
    return await BEGIN.one(
        tx, account_id=account_id, export_id=export_id, requested_at=now, expires_at=expires_at
    )


async def export_of(tx: Connection, account_id: str) -> Export | None:
    """The account's newest export."""
    return await FIND.one(tx, account_id=account_id)


async def add_part(tx: Transaction, export_id: str, part: str, size: int) -> Export | None:
    """The export with this part, locked; None when it is over: replaced, given up, complete before."""
    return await ADD_PART.one(tx, of=export_id, part=part, size=size)


async def finish_export(tx: Transaction, export_id: str, *, now: datetime) -> None:
    """Save that every part was collected."""
    await FINISH.run(tx, of=export_id, ready_at=now)


async def give_up_exports(tx: Transaction, *, before: datetime, now: datetime) -> None:
    """Give up the exports that were requested before then and still lack a part."""
    await GIVE_UP.run(tx, before=before, failed_at=now)
