"""The state of a reported appointment when the report arrives, for the staff (product.md 7.2)."""

from datetime import datetime

from chassis.db import Connection
from contracts.events.booking import CancellationFacts, NoShowFacts
from contracts.events.profiles_moderation import ReportFiled
from pydantic import BaseModel, JsonValue

from booking.orders.order import Order
from booking.orders.serializers import order_facts
from booking.orders.store import order_by_id


class EvidenceService(BaseModel):
    """A service as it was ordered: minutes, and minor units of the order's currency."""

    name: str
    duration_minutes: int
    cost_minor: int


class EvidenceSession(BaseModel):
    """One session, on the UTC line."""

    starts_at: datetime
    ends_at: datetime
    state: str
    no_show: NoShowFacts | None


class OrderEvidence(BaseModel):
    """An appointment as it stood."""

    order_id: str
    status: str
    provider_id: str
    provider_name: str
    client_id: str
    client_name: str
    services: list[EvidenceService]
    sessions: list[EvidenceSession]
    delivery_mode: str
    delivery_location: str
    currency: str
    brief: str
    note: str
    cancellation: CancellationFacts | None
    created_at: datetime


async def evidence_of(tx: Connection, report: ReportFiled) -> dict[str, JsonValue]:
    """The reported appointment; empty when there is none between reporter and reported."""
    order = await order_by_id(tx, report.issue_id)
    sides = {order.provider_id, order.client.account_id} if order else set[str]()
    return _evidence(order) if order and sides == {report.reporter_id, report.reported_id} else {}


def _evidence(order: Order) -> dict[str, JsonValue]:
    facts = order_facts(order)
    return OrderEvidence(
        order_id=order.order_id,
        status=order.status,
        provider_id=order.provider_id,
        provider_name=order.provider.name,
        client_id=order.client.account_id,
        client_name=order.client.name,
        services=[
            EvidenceService(name=each.name, duration_minutes=each.minutes, cost_minor=each.cost_minor)
            for each in order.services
        ],
        sessions=[
            EvidenceSession(
                starts_at=each.starts_at, ends_at=each.ends_at, state=each.state, no_show=each.no_show
            )
            for each in facts.sessions
        ],
        delivery_mode=order.delivery_mode,
        # The client's own address is for the two sides alone (product.md 4.22).
        delivery_location="" if order.at_client else order.delivery_location,
        currency=order.currency,
        brief=order.brief,
        note=order.note,
        cancellation=facts.cancellation,
        created_at=order.created_at,
    ).model_dump(mode="json")
