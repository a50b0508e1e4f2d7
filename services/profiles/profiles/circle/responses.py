"""How a circle is shown."""

from collections.abc import Sequence
from typing import Any

from chassis.db import Connection, Transaction

from profiles.circle.schemas import CircleEntry, InterestNotice
from profiles.circle.store import Interest
from profiles.summaries.store import listed_accounts, listed_rows


async def shown(tx: Connection, rows: Sequence[Interest]) -> list[CircleEntry]:
    """The providers' cards with the trusted flag, in the order of the rows."""
    return [CircleEntry.model_validate(each) for each in await entries(tx, rows)]


async def entries(tx: Connection, rows: Sequence[Interest]) -> list[dict[str, Any]]:
    """The fields of `CircleEntry` of each, for a list that is not validated once more."""
    cards = await listed_rows(tx, [row.provider_id for row in rows])
    return [
        {**cards[row.provider_id], "provider_id": row.provider_id, "trusted": row.trusted}
        for row in rows
        if row.provider_id in cards
    ]


async def notice_of(tx: Transaction, account_id: str, provider_id: str) -> InterestNotice:
    """The alert in the making: the account took the provider into its circle."""
    me = (await listed_accounts(tx, [account_id])).get(account_id)
    name = me.name if me else ""
    return InterestNotice(
        notification_receiver_id=provider_id,
        notification_text=f"{name} added you to their circle",
        name=name,
        username=me.username if me else "",
        avatar=me.avatar if me else "",
        onboardProfile=me.onboardProfile if me else False,
    )
