"""What a reported appointment is, told to the staff when the report comes."""

from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.events import subscribe
from chassis.outbox import emit
from contracts.events.booking import OrderEvidenceKept
from contracts.events.profiles import ReportFiled
from pydantic import BaseModel, JsonValue

from booking.orders.order import Order
from booking.orders.store import order_by_id


class ServiceThen(BaseModel):
    """A service as it was ordered: minutes, and minor units of the order's currency."""

    name: str
    duration_minutes: int
    cost_minor: int


class SessionThen(BaseModel):
    """One session, on the UTC line."""

    starts_at: datetime
    ends_at: datetime


class Evidence(BaseModel):
    """An appointment as it stood."""

    order_id: str
    status: str
    provider_id: str
    provider_name: str
    client_id: str
    client_name: str
    services: list[ServiceThen]
    sessions: list[SessionThen]
    delivery_mode: str
    delivery_location: str
    currency: str
    brief: str
    note: str
    created_at: datetime


@subscribe(ReportFiled, only_news=True)
async def keep_evidence(event: ReportFiled, tx: Transaction) -> None:
    """Tell how the reported appointment stands; nothing when it is none between the two."""
    if event.report_type != "appointments":
        return
    order = await order_by_id(tx, event.issue_id)
    sides = {order.provider_id, order.client.account_id} if order else set[str]()
    evidence = _evidence(order) if order and sides == {event.reporter_id, event.reported_id} else {}
    await emit(tx, OrderEvidenceKept(report_id=event.report_id, evidence=evidence))


CONSUMERS: Final = (keep_evidence,)


def _evidence(order: Order) -> dict[str, JsonValue]:
    return Evidence(
        order_id=order.order_id,
        status=order.status,
        provider_id=order.provider_id,
        provider_name=order.provider.name,
        client_id=order.client.account_id,
        client_name=order.client.name,
        services=[
            ServiceThen(name=each.name, duration_minutes=each.minutes, cost_minor=each.cost_minor)
            for each in order.services
        ],
        sessions=[SessionThen(starts_at=each.starts_at, ends_at=each.ends_at) for each in order.sessions],
        delivery_mode=order.delivery_mode,
        delivery_location=order.delivery_location,
        currency=order.currency,
        brief=order.brief,
        note=order.note,
        created_at=order.created_at,
    ).model_dump(mode="json")
