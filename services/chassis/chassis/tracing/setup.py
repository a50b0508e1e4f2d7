"""Starts the tracing of a service. OpenTelemetry is only imported when a collector is set."""

from chassis.tracing.interface import SILENT, Tracing, use_traceparent


def start(service: str, otlp_endpoint: str | None) -> Tracing:
    """Trace `service` for the collector at `otlp_endpoint` (OTLP over HTTP, for example port 4318)."""
    if not otlp_endpoint:
        return SILENT
    from chassis.tracing import otel  # noqa: PLC0415 - only imported when it is used

    use_traceparent(otel.current_traceparent)
    return otel.Spans(service, otel.exporting_to(otlp_endpoint))
