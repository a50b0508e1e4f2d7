"""How a circle is shown."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from profiles.cards.store import cards_of
from profiles.circle.schemas import Interest
from profiles.circle.store import InterestRow


async def shown(session: AsyncSession, rows: Sequence[InterestRow]) -> list[Interest]:
    """The providers' cards with the trusted flag, in the order of the rows."""
    cards = await cards_of(session, [row.provider_id for row in rows])
    return [
        Interest(**cards[row.provider_id].model_dump(), provider_id=row.provider_id, trusted=row.trusted)
        for row in rows
        if row.provider_id in cards
    ]
