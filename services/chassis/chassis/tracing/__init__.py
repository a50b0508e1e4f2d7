"""One trace from the browser's request through SQL and the bus to the last effect, if a collector is set."""

from chassis.tracing.interface import SILENT, Tracing, of, stop, traceparent, watch_database

__all__ = ["SILENT", "Tracing", "of", "stop", "traceparent", "watch_database"]
