"""What must be known to place an order, read in one statement."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from chassis.db import TextStatement, Transaction
from contracts.booking_data import ANONYMOUS

from booking.hours.rules import Hours
from booking.hours.store import HOURS_COLUMNS, hours_from
from booking.orders.order import Party
from booking.orders.rules import MOST_WAITING, OfferedService
from booking.slots.busy_time import HELD_TIME_OF_ONE
from booking.slots.rules import Period, merged

# No array among the values: PostgreSQL would plan the statement anew each time, which takes longer than to
# run it. Ids that contain one another bring a service too many, which nobody asks for then. OFFSET 0: a plan
# made while there were few orders went through all that are pending, by the small index of those.
_OFFER: Final = TextStatement(
    """
    SELECT <hours>, p.location_address,
        a.name, a.email, a.username, a.avatar,
        c.account_id AS client_id, c.name AS client_name, c.email AS client_email,
        c.username AS client_username, c.avatar AS client_avatar,
        EXISTS (SELECT FROM provider WHERE provider_id = :client_id AND completed) AS client_onboarded,
        EXISTS (SELECT FROM block WHERE blocked AND
            ((blocker_id = :client_id AND blocked_id = :provider_id)
             OR (blocker_id = :provider_id AND blocked_id = :client_id))) AS blocked,
        (SELECT count(*) FROM (
            (SELECT FROM (
                SELECT provider_id, status FROM booking_order
                WHERE client_id = :client_id AND status IN ('pending', 'accepted', 'ongoing') OFFSET 0) AS w
             WHERE w.provider_id = :provider_id AND w.status = 'pending' LIMIT :most)
            UNION ALL
            (SELECT FROM booking_order w WHERE w.guest_id IS NOT NULL AND w.client_email = :guest_email
                AND w.provider_id = :provider_id AND w.status = 'pending' LIMIT :most)) AS each) AS waiting,
        (SELECT json_agg(json_build_array(s.service_id, s.name, s.minutes, s.cost_minor, s.currency,
                                          s.delivery_mode, s.status))
         FROM service s
         WHERE s.provider_id = :provider_id AND strpos(:service_ids, s.service_id) > 0) AS services,
        (SELECT json_agg(json_build_array(held.starts, held.ends)) FROM (<held>) AS held) AS held
    FROM provider p
    LEFT JOIN hours h ON h.provider_id = p.provider_id
    LEFT JOIN account a ON a.account_id = p.provider_id AND NOT a.deleted
    LEFT JOIN account c ON c.account_id = :client_id AND NOT c.deleted AND c.revision >= 0
    WHERE p.provider_id = :provider_id AND p.completed AND NOT p.suspended
    """.replace("<hours>", HOURS_COLUMNS).replace("<held>", HELD_TIME_OF_ONE)
)


@dataclass(frozen=True, slots=True)
class Offer:
    """A provider, as much of it as an order needs, and the client (None: a guest, or unknown).

    `waiting` is how many of the client's requests the provider has not answered, up to `MOST_WAITING`.
    """

    provider: Party
    client: Party | None
    blocked: bool
    waiting: int
    location: str
    hours: Hours
    services: dict[str, OfferedService]
    held: list[Period]


async def offer_of(
    tx: Transaction,
    provider_id: str,
    client_id: str,
    guest_email: str,
    service_ids: Sequence[str],
    first: datetime,
    last: datetime,
) -> Offer | None:
    """The provider's offer, with the time that is held between two instants; None without such a provider."""
    values = {
        "provider_id": provider_id,
        "but_order": "",
        "client_id": client_id,
        "guest_email": guest_email,
        "most": MOST_WAITING,
        "service_ids": " ".join(service_ids),
        "first": first,
        "last": last,
    }
    row = await _OFFER.outside_transaction(tx, **values)
    if row is None:
        return None
    client = row.client_id and Party(
        row.client_id, row.client_name, row.client_email, row.client_username, row.client_avatar,
        onboarded=row.client_onboarded,
    )  # fmt: skip
    return Offer(
        provider=Party(
            provider_id, row.name or ANONYMOUS, row.email or "", row.username or "", row.avatar or "",
            onboarded=True,
        ),
        client=client or None,
        blocked=row.blocked,
        waiting=row.waiting,
        location=row.location_address,
        hours=hours_from(row),
        services={service.service_id: service for service in map(_service, row.services or [])},
        held=merged((start, end) for start, end in row.held or []),
    )  # fmt: skip


def _service(values: list[Any]) -> OfferedService:
    service_id, name, minutes, cost_minor, currency, mode, status = values
    return OfferedService(service_id, name, minutes, cost_minor, currency, mode, active=status == "active")
