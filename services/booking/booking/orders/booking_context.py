"""What must be known to place an order, read in one statement."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from chassis.db import Record, Transaction
from contracts.booking_data import ANONYMOUS
from contracts.events.profiles import PaymentTerms, VenueTerms
from contracts.intake import IntakeQuestion

from booking.hours.rules import Hours
from booking.hours.store import hours_from
from booking.orders.cancellation import CancellationTerms
from booking.orders.hot_sql import BOOKING_CONTEXT
from booking.orders.order import Party, ProviderContact
from booking.orders.rules import MOST_OPEN_REQUESTS, OfferedService
from booking.slots.open_time import ServiceRules
from booking.slots.rules import Period, merged

_NO_VENUES: Final = VenueTerms()


@dataclass(frozen=True, slots=True)
class BookingContext:
    """A provider, as much of it as an order needs, and the client (None: a guest, or unknown).

    `open_requests` counts the client's requests that the provider has not answered, and what the client has
    booked at once and is to come, up to `MOST_OPEN_REQUESTS`.
    """

    provider: Party
    client: Party | None
    confirmed: bool
    """Whether the client's mail address is confirmed; False of a guest, who typed a mailed code."""
    requested: bool
    """Whether identity was told that the client has requested an appointment; False of a guest."""
    blocked: bool
    known: bool
    """Whether the client has had an appointment with this provider. Looked up only where a chosen service
    asks for it; False else."""
    open_requests: int
    location: str
    contact: ProviderContact
    payment: PaymentTerms
    venues: VenueTerms
    hours: Hours
    services: dict[str, OfferedService]
    busy: list[Period]
    shortest: int
    """Minutes of the provider's shortest active service; 0 where the hours do not ask for it."""


async def booking_context_of(
    tx: Transaction,
    provider_id: str,
    client_id: str,
    guest_email: str,
    service_ids: Sequence[str],
    first: datetime,
    last: datetime,
) -> BookingContext | None:
    """The context of an order, with the provider's busy time between two instants; None without such a
    provider.
    """
    row = await BOOKING_CONTEXT.outside_transaction(
        tx,
        provider_id=provider_id,
        but_order="",
        client_id=client_id,
        guest_email=guest_email,
        most=MOST_OPEN_REQUESTS,
        service_ids=" ".join(service_ids),
        first=first,
        last=last,
    )
    return None if row is None else _context_from(row, provider_id)


def _context_from(row: Record, provider_id: str) -> BookingContext:
    client = row.client_id and Party(
        row.client_id,
        row.client_name,
        row.client_email,
        row.client_username,
        row.client_avatar,
        onboarded=row.client_onboarded,
    )
    provider = Party(
        provider_id,
        row.name or ANONYMOUS,
        row.email or "",
        row.username or "",
        row.avatar or "",
        onboarded=True,
    )
    return BookingContext(
        provider=provider,
        client=client or None,
        confirmed=bool(row.client_confirmed),
        requested=bool(row.client_requested),
        blocked=row.blocked,
        known=any(known for *_, known in row.services or ()),
        open_requests=row.open_requests,
        location=row.location_address,
        contact=ProviderContact(row.contact_phone, row.phone_shown_to, row.street_shown_to),
        payment=PaymentTerms.model_validate(row.payment),
        venues=VenueTerms.model_validate(row.venues) if row.venues else _NO_VENUES,
        hours=hours_from(row),
        services={service.service_id: service for service in map(_service, row.services or [])},
        busy=merged((start, end) for start, end in row.busy or []),
        shortest=row.shortest or 0,
    )


def _service(values: list[Any]) -> OfferedService:
    service_id, name, minutes, cost_minor, currency, mode, status, brief, rules, kind, *more = values
    confirmed, terms, place_ids, questions, at_client, _ = more
    return OfferedService(
        service_id,
        name,
        minutes,
        cost_minor,
        currency,
        mode,
        active=status == "active",
        brief=brief,
        rules=ServiceRules(*rules),
        price_kind=kind,
        confirmation=confirmed,
        terms=CancellationTerms(*terms) if terms else None,
        place_ids=tuple(place_ids),
        at_client=at_client,
        questions=tuple(map(IntakeQuestion.model_validate, questions or ())),
    )
