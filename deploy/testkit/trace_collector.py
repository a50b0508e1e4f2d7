"""A collector of traces: takes OTLP over HTTP as a real one does, and keeps the spans for a look at them."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from aiohttp import web
from local.postgres import free_port
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span


class Collector:
    """The spans that arrived, each with the service that sent it."""

    def __init__(self) -> None:
        self.spans: list[tuple[str, Span]] = []

    async def take(self, request: web.Request) -> web.Response:
        """One batch of spans."""
        batch = ExportTraceServiceRequest.FromString(await request.read())
        for of_resource in batch.resource_spans:
            service = next(
                pair.value.string_value
                for pair in of_resource.resource.attributes
                if pair.key == "service.name"
            )
            for scope in of_resource.scope_spans:
                self.spans.extend((service, span) for span in scope.spans)
        return web.Response()

    def trace_with(self, name: str) -> list[tuple[str, Span]]:
        """The spans of the trace in which one is called `name`; none before such a span has arrived."""
        trace = next((span.trace_id for _, span in self.spans if span.name == name), None)
        return [(service, span) for service, span in self.spans if span.trace_id == trace]

    def in_trace_of(self, name: str) -> list[tuple[str, str]]:
        """Service and name of every span in the trace in which one is called `name`."""
        return [(service, span.name) for service, span in self.trace_with(name)]


@asynccontextmanager
async def collecting() -> AsyncGenerator[tuple[str, Collector]]:
    """A collector at an address of this machine."""
    collector, port = Collector(), free_port()
    app = web.Application()
    app.router.add_post("/v1/traces", collector.take)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    try:
        yield f"http://127.0.0.1:{port}", collector
    finally:
        await runner.cleanup()
