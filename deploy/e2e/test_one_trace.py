"""A booking is one trace: from the gateway's request over SQL, outbox, broker and consumer to the socket."""

import asyncio
from contextlib import ExitStack
from typing import Final

from client.api_client import eventually
from client.personas import Client, Provider, Shop, free_slots
from client.socket_client import open_socket
from e2e import only
from local.cluster import Cluster
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from testkit.environments import Environment
from testkit.trace_collector import Collector, collecting

CALL: Final = "POST /api/create_appointment_order"
STATEMENT: Final = "db.statement"
WAY: Final = (
    ("openhours-gateway", CALL),
    ("openhours-booking", CALL),
    ("openhours-booking", "publish booking.order.requested"),
    ("openhours-notifications", "process booking.order.requested"),
    ("openhours-notifications", "publish notifications.alert.raised"),
    ("openhours-gateway", "process notifications.alert.raised"),
)
"""Each of them comes after the one before, and has it among its parents."""


def statements(trace: list[tuple[str, Span]], service: str) -> list[str]:
    """What this service asked of its database."""
    return [
        pair.value.string_value
        for name, span in trace
        for pair in span.attributes
        if name == service and pair.key == STATEMENT
    ]


def parents(trace: list[tuple[str, Span]], span: Span) -> list[bytes]:
    """The spans around this one, the nearest first."""
    by_id = {each.span_id: each for _, each in trace}
    found: list[bytes] = []
    while span.parent_span_id:
        found.append(span.parent_span_id)
        span = by_id[span.parent_span_id]
    return found


async def whole(collector: Collector) -> list[tuple[str, Span]]:
    """The trace of the booking, once the last span of its way has arrived."""

    async def look() -> list[tuple[str, Span]] | None:
        trace = collector.trace_with(WAY[2][1])
        names = {(service, span.name) for service, span in trace}
        return trace if names >= set(WAY) else None

    return await eventually(look, "the whole trace")


@only.distributed
async def test_a_booking_is_one_trace_from_the_gateway_to_the_socket(
    environment: Environment, cluster: Cluster, provider: Provider, shop: Shop, client: Client
) -> None:
    slots = await free_slots(client, shop)
    async with collecting() as (address, collector):
        with ExitStack() as stack:
            traced = cluster.changed(
                ["gateway", "booking", "notifications"], otlp_endpoint=address, otel_bsp_schedule_delay=100
            )
            await asyncio.to_thread(stack.enter_context, traced)
            async with open_socket(environment.url, provider.token) as at_provider:
                answer = await client.book(shop, slots[:1])
                await at_provider.booking(str(answer.part("booking_data")["order_id"]), "pending")
            trace = await whole(collector)
            await asyncio.to_thread(stack.close)
    roots = [(service, span.name) for service, span in trace if not span.parent_span_id]
    assert roots == [WAY[0]]
    around: list[bytes] = []
    for service, name in WAY:
        span = next(each for of, each in trace if (of, each.name) == (service, name))
        assert set(around) <= set(parents(trace, span)), f"{service} {name} goes on with what came before"
        around.append(span.span_id)
    assert any("outbox" in text for text in statements(trace, "openhours-booking"))
    assert any("alert" in text for text in statements(trace, "openhours-notifications"))
