"""Which orders are accepted the moment they are placed (product.md 4.4). Pure."""

from collections.abc import Sequence
from typing import Final, Literal

from booking.orders.rules import Mode, OfferedService, is_meeting_link

Origin = Literal["request", "instant", "provider"]
"""How an order came about: a client asked for it, a client booked it at once, the provider entered it."""
NO_LINK: Final = ""


def is_booked_at_once(
    chosen: Sequence[OfferedService], mode: Mode, *, known_client: bool, meeting_link: str = NO_LINK
) -> bool:
    """Whether an order of at least one service is accepted the moment it is placed.

    Every service must allow it to this client. `known_client` is one who has had an appointment with this
    provider. A remote order has to have a `meeting_link` to give, the provider's standing one or that of the
    order; without it the provider is asked, and names the link when accepting.
    """
    allowed = {"instant", "known"} if known_client else {"instant"}
    has_place = mode != "remote" or is_meeting_link(meeting_link)
    return has_place and all(service.confirmation in allowed for service in chosen)
