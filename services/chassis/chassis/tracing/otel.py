"""Traces HTTP, SQL and the bus with OpenTelemetry. Only imported when a collector is set."""

from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlsplit

from opentelemetry import metrics, propagate
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.asgi import OpenTelemetryMiddleware
from opentelemetry.instrumentation.sqlalchemy.engine import EngineTracer
from opentelemetry.instrumentation.utils import is_instrumentation_enabled, suppress_instrumentation
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode
from opentelemetry.util.http import ExcludeList
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.types import ASGIApp

from chassis.bus.message import Message
from chassis.tracing.interface import Tracing

UNTRACED = ExcludeList([r"/health/", r"/metrics$"])
EXPORT_TIMEOUT_SECONDS = 5
ADDRESSES: Final = frozenset({"http.target", "http.url", "url.path", "url.full"})
QUERY: Final = "url.query"


def exporting_to(endpoint: str) -> SpanProcessor:
    """A processor that sends finished spans in batches to the collector at `endpoint`, by OTLP over HTTP."""
    url = f"{endpoint.rstrip('/')}/v1/traces"
    return BatchSpanProcessor(OTLPSpanExporter(endpoint=url, timeout=EXPORT_TIMEOUT_SECONDS))


def current_traceparent() -> str | None:
    """The W3C traceparent of the current span, if there is one."""
    carrier: dict[str, str] = {}
    propagate.inject(carrier)
    return carrier.get("traceparent")


def shown_path(path: str) -> str:
    """A path with what follows the call's or page's name left out: it may be the secret of a link."""
    segments = path.split("/")
    named = 3 if path.startswith(("/api/", "/internal/", "/.well-known/")) else 2
    return "/".join([*segments[:named], "…"] if len(segments) > named else segments)


def _hide_secrets(span: Span, scope: dict[str, Any]) -> None:
    """Take queries and values in paths out of a request's span."""
    del scope
    attributes = getattr(span, "attributes", None) or {}
    for name in ADDRESSES & attributes.keys():
        address = urlsplit(str(attributes[name]))
        span.set_attribute(name, address._replace(path=shown_path(address.path), query="").geturl())
    if QUERY in attributes:
        span.set_attribute(QUERY, "")


def _request_span(scope: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The name of a request's span."""
    return f"{scope.get('method', '')} {shown_path(scope.get('path', ''))}".strip(), {}


class Spans(Tracing):
    """The spans of one service. Each service of a process has its own; the trace id joins them."""

    def __init__(self, service: str, processor: SpanProcessor) -> None:
        self._tracers = TracerProvider(resource=Resource.create({"service.name": f"openhours-{service}"}))
        self._tracers.add_span_processor(processor)
        self._tracer = self._tracers.get_tracer("chassis")

    def middleware(self, app: ASGIApp) -> ASGIApp:
        return OpenTelemetryMiddleware(
            app,
            excluded_urls=UNTRACED,
            tracer_provider=self._tracers,
            meter_provider=metrics.NoOpMeterProvider(),
            exclude_spans=["receive", "send"],
            default_span_details=_request_span,
            server_request_hook=_hide_secrets,
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
        with self._span(name, None, SpanKind.CLIENT, attributes):
            yield

    @contextmanager
    def publishing(self, message: Message) -> Generator[Message, None, None]:
        parent = propagate.extract({"traceparent": message.trace} if message.trace else {})
        with self._span(f"publish {message.key}", parent, SpanKind.PRODUCER, _attributes(message)):
            yield replace(message, trace=current_traceparent())

    @contextmanager
    def handling(self, message: Message, consumer: str) -> Generator[None, None, None]:
        parent = propagate.extract({"traceparent": message.trace} if message.trace else {})
        attributes = {**_attributes(message), "messaging.destination.subscription.name": consumer}
        with self._span(f"process {message.key}", parent, SpanKind.CONSUMER, attributes):
            yield

    @contextmanager
    def _span(
        self, name: str, parent: Context | None, kind: SpanKind, attributes: dict[str, str]
    ) -> Generator[None, None, None]:
        """A span that says of an error its type alone: messages of the database hold values of rows."""
        with self._tracer.start_as_current_span(
            name, parent, kind, attributes, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield
            except Exception as error:
                span.set_status(StatusCode.ERROR, type(error).__name__)
                raise

    def untraced(self) -> AbstractContextManager[None]:
        return suppress_instrumentation()

    def close(self) -> None:
        self._tracers.shutdown()


def _attributes(message: Message) -> dict[str, str]:
    return {
        "messaging.system": "rabbitmq",
        "messaging.destination.name": message.key,
        "messaging.message.id": message.event_id,
    }
