"""Traces HTTP, SQL and the bus with OpenTelemetry. Only imported when a collector is set."""

from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace

from opentelemetry import metrics, propagate
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.asgi import OpenTelemetryMiddleware
from opentelemetry.instrumentation.sqlalchemy.engine import EngineTracer
from opentelemetry.instrumentation.utils import is_instrumentation_enabled, suppress_instrumentation
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind
from opentelemetry.util.http import ExcludeList
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.types import ASGIApp

from chassis.bus.message import Message
from chassis.tracing.interface import Tracing

UNTRACED = ExcludeList([r"/health/", r"/metrics$"])
EXPORT_TIMEOUT_SECONDS = 5


def exporting_to(endpoint: str) -> SpanProcessor:
    """A processor that sends finished spans in batches to the collector at `endpoint`, by OTLP over HTTP."""
    url = f"{endpoint.rstrip('/')}/v1/traces"
    return BatchSpanProcessor(OTLPSpanExporter(endpoint=url, timeout=EXPORT_TIMEOUT_SECONDS))


def current_traceparent() -> str | None:
    """The W3C traceparent of the current span, if there is one."""
    carrier: dict[str, str] = {}
    propagate.inject(carrier)
    return carrier.get("traceparent")


class Spans(Tracing):
    """The spans of one service. Each service of a process has its own; the trace id joins them."""

    def __init__(self, service: str, processor: SpanProcessor) -> None:
        self._provider = TracerProvider(resource=Resource.create({"service.name": f"openhours-{service}"}))
        self._provider.add_span_processor(processor)
        self._tracer = self._provider.get_tracer("chassis")

    def middleware(self, app: ASGIApp) -> ASGIApp:
        return OpenTelemetryMiddleware(
            app,
            excluded_urls=UNTRACED,
            tracer_provider=self._provider,
            meter_provider=metrics.NoOpMeterProvider(),
            exclude_spans=["receive", "send"],
        )

    def watch(self, engine: AsyncEngine) -> None:
        unused = metrics.NoOpMeterProvider().get_meter("chassis").create_up_down_counter("connections")
        EngineTracer(self._tracer, engine.sync_engine, unused)

    @contextmanager
    def statement(self, sql: str) -> Generator[None, None, None]:
        if not is_instrumentation_enabled():
            yield
            return
        attributes = {"db.system": "postgresql", "db.statement": sql}
        name = sql.split(None, 1)[0] if sql.strip() else "SQL"
        with self._tracer.start_as_current_span(name, kind=SpanKind.CLIENT, attributes=attributes):
            yield

    @contextmanager
    def publishing(self, message: Message) -> Generator[Message, None, None]:
        parent = propagate.extract({"traceparent": message.trace} if message.trace else {})
        with self._tracer.start_as_current_span(
            f"publish {message.key}", parent, SpanKind.PRODUCER, _attributes(message)
        ):
            yield replace(message, trace=current_traceparent())

    @contextmanager
    def handling(self, message: Message, consumer: str) -> Generator[None, None, None]:
        parent = propagate.extract({"traceparent": message.trace} if message.trace else {})
        attributes = {**_attributes(message), "messaging.destination.subscription.name": consumer}
        with self._tracer.start_as_current_span(
            f"process {message.key}", parent, SpanKind.CONSUMER, attributes
        ):
            yield

    def untraced(self) -> AbstractContextManager[None]:
        return suppress_instrumentation()

    def close(self) -> None:
        self._provider.shutdown()


def _attributes(message: Message) -> dict[str, str]:
    return {
        "messaging.system": "rabbitmq",
        "messaging.destination.name": message.key,
        "messaging.message.id": message.event_id,
    }
