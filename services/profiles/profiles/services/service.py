"""What a provider does to their services."""

from typing import Any

from chassis.db import Transaction
from chassis.errors import Forbidden, NotFound
from chassis.http.envelope import refuse, refuse_fields
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.profiles import ServiceChanged
from contracts.reference import minor_digits
from contracts.rules import messages

from profiles.listings.store import refresh_listing
from profiles.profile.service import provider_profile
from profiles.services import store
from profiles.services.questions import checked_questions
from profiles.services.rules import (
    MOST_SERVICES,
    NEW_SERVICE,
    cost_in_minor_units,
    days_mask,
    next_status,
    price_kind_of,
)
from profiles.services.schemas import ServiceRequest, ServiceUpdate
from profiles.services.serializers import service_facts
from profiles.services.store import Service
from profiles.venues.store import places_of

NO_SUCH_SERVICE = "There is no such service."
NOT_YOURS = "This service belongs to another provider."
TOO_MANY = f"You can have {MOST_SERVICES} services at most."
NOWHERE = {
    "service_restore": "This service is active already.",
    "service_archive": "This service is archived already.",
}


async def save_service(tx: Transaction, account_id: str, form: ServiceUpdate) -> Service:
    """Create or change a service, up to the most that a provider may have (product.md 3.3).

    Raises `Forbidden` for another provider's service, `NotFound` for an unknown one.
    """
    await provider_profile(tx, account_id)
    await _check_places(tx, account_id, form)
    if form.iv_action == "service_update":
        mine = await _own(tx, account_id, form.iv_service_id)
        kept = {name: getattr(mine, name) for name in NEW_SERVICE}
        values = _values(form, kept) | {"service_id": mine.service_id}
        return await _announce(tx, await store.change(tx, values))
    if await store.count_of(tx, account_id) >= MOST_SERVICES:
        raise refuse(TOO_MANY)
    new = _values(form, NEW_SERVICE) | {"service_id": new_id(), "provider_id": account_id}
    return await _announce(tx, await store.create(tx, new))


async def _check_places(tx: Transaction, account_id: str, form: ServiceUpdate) -> None:
    """Raise a refusal when the form names a place that is not the provider's."""
    if form.iv_place_ids:
        known = {place.place_id for place in await places_of(tx, account_id)}
        if not known.issuperset(form.iv_place_ids):
            raise refuse_fields(iv_place_ids=messages.NOT_AN_OPTION)


def _values(form: ServiceUpdate, kept: dict[str, Any]) -> dict[str, object]:
    """The columns of a service after the form; the rules that the form leaves out are those `kept`."""
    cost_minor = cost_in_minor_units(form.iv_cost, form.iv_currency)
    sent = {name: getattr(form, f"iv_{name}") for name in kept if f"iv_{name}" in form.model_fields_set}
    if "offered_days" in sent:
        sent["offered_days"] = days_mask(form.iv_offered_days)
    if "at_client" in sent:
        sent["at_client"] = form.iv_at_client == "yes"
    if "questions" in sent:
        known = {each["question_id"] for each in kept["questions"]}
        asked = checked_questions(form.iv_questions, known, new_id)
        sent["questions"] = [each.model_dump() for each in asked]
    return {
        **kept,
        **sent,
        "name": form.iv_service,
        "duration_minutes": form.iv_duration,
        "cost_minor": cost_minor,
        "price_kind": price_kind_of(kept["price_kind"], sent.get("price_kind"), cost_minor),
        "currency": form.iv_currency,
        "minor_digits": minor_digits(form.iv_currency),
        "delivery_mode": form.iv_delivery_mode,
        "brief": form.iv_brief,
    }


async def change_status(tx: Transaction, account_id: str, request: ServiceRequest) -> Service:
    """Restore, archive or delete a service; a refusal says when it is there already."""
    await provider_profile(tx, account_id)
    mine = await _own(tx, account_id, request.iv_service_id)
    status = next_status(mine.status, request.iv_request_type)
    if status is None:
        raise refuse(NOWHERE[request.iv_request_type])
    return await _announce(tx, await store.set_status(tx, mine.service_id, status))


async def _own(tx: Transaction, account_id: str, service_id: str) -> Service:
    service = await store.lock_service(tx, service_id)
    if service is None:
        raise NotFound(NO_SUCH_SERVICE)
    if service.provider_id != account_id:
        raise Forbidden(NOT_YOURS)
    return service


async def _announce(tx: Transaction, service: Service) -> Service:
    await emit(tx, ServiceChanged(service=service_facts(service)))
    await refresh_listing(tx, service.provider_id)
    return service
