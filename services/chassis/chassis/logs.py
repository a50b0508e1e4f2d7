"""Structured logs: one JSON object per line; never a secret or an email address."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

SECRET_FIELDS = frozenset(
    {"token", "access_token", "authorization", "password", "code", "email", "iv_email", "iv_password", "link"}
)


def _hide_secrets(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for field in SECRET_FIELDS & event.keys():
        event[field] = "(hidden)"
    return event


def configure(level: str, style: str) -> None:
    """Set up structlog and the standard library's logging for this process. Safe to call more than once."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _hide_secrets,
    ]
    render: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer(colors=False)
        if style == "console"
        else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[*shared, structlog.processors.format_exc_info, render],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        # Asked for at each line: whoever replaces standard error for a while closes the replacement.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.getLevelNamesMapping()[level])
    for noisy in ("httpx", "aiormq", "aio_pika", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
