"""Structured logs: one JSON object per line; never a secret or an email address."""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Final

import structlog
from aio_pika.exceptions import AMQPConnectionError

from chassis import outages
from chassis.db.errors import is_lost_connection
from chassis.repeated_lines import Repeats

SECRET_FIELDS = frozenset(
    {"token", "access_token", "authorization", "password", "code", "email", "iv_email", "iv_password", "link"}
)
DISTINGUISHING = ("job", "worker", "connection", "key", "route")
"""The fields that make two lines of one event different ones, beside the kind of error and the call."""
LONGEST_ERROR = 300
REFUSED_REQUEST: Final = "request failed"
"""The line of a request that was answered with a server error."""

HIDDEN: Final = "(hidden)"
_VALUES: Final = (
    # What PostgreSQL and its driver say of a row, and pydantic of a value that it refuses.
    (re.compile(r"(DETAIL: ).*"), rf"\1{HIDDEN}"),
    (re.compile(r"(invalid input for query argument \$\d+: ).*"), rf"\1{HIDDEN}"),
    (re.compile(r"(input_value=).*?(?=, input_type=|\])"), rf"\1{HIDDEN}"),
    # Tokens, and the queries of addresses.
    (re.compile(r"eyJ[\w-]{10,}\.[\w-]+\.[\w-]*"), HIDDEN),
    (re.compile(r"(/[^\s?\"']*\?)[^\s\"']+"), rf"\1{HIDDEN}"),
)
"""What may hold a secret in the words of libraries, and what stands for it."""


def without_values(text: str) -> str:
    """`text` without the values that libraries put into their messages."""
    for pattern, shown in _VALUES:
        text = pattern.sub(shown, text)
    return text


def _hide_values(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for field, value in event.items():
        if isinstance(value, str):
            event[field] = without_values(value)
    return event


def _hide_secrets(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for field in SECRET_FIELDS & event.keys():
        event[field] = HIDDEN
    return event


def _sum_up_outages(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Put one line for all in the place of what is told of an outage (see `outages`).

    `cause` is the error of a line that has no traceback.
    """
    error = event.pop("cause", None) or _error_of(event.get("exc_info"))
    away = _away_by(error)
    if away is None:
        return event
    said = away.noticed(f"{type(error).__name__}: {error}", request=event["event"] == REFUSED_REQUEST)
    if said is None:
        raise structlog.DropEvent
    return {"level": event.get("level"), "timestamp": event.get("timestamp"), **said}


def _away_by(error: BaseException | None) -> outages.Outage | None:
    """What is away when this error is raised, if anything."""
    if isinstance(error, AMQPConnectionError):
        return outages.BROKER
    if isinstance(error, outages.BusError) or not outages.DATABASE.in_use:
        return None
    return outages.DATABASE if is_lost_connection(error) else None


def _sum_up_repeats(repeats: Repeats) -> structlog.typing.Processor:
    """Drop what was written a moment ago already (see `repeated_lines`)."""

    def sum_up(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        error = _error_of(event.get("exc_info"))
        why = event.get("reason") or event.get("status")
        if error is None and (why is None or event.get("level") != "warning"):
            return event
        kind = type(error).__name__ if error else str(why).partition(":")[0]
        call = str(event.get("path")).split("/")[:3]  # what follows the call's name may be anything
        count = repeats.count(
            (event["event"], kind, *call, *(str(event.get(name)) for name in DISTINGUISHING))
        )
        if count is None:
            raise structlog.DropEvent
        if count > 1 or is_lost_connection(error):
            event.pop("exc_info", None)
            event["error"] = f"{kind}: {error}"[:LONGEST_ERROR] if error else kind
        if count > 1:
            event["times"] = count
        return event

    return sum_up


def _error_of(exc_info: object) -> BaseException | None:
    """The exception of a line, in any of the forms that structlog takes."""
    if isinstance(exc_info, BaseException):
        return exc_info
    if isinstance(exc_info, tuple):
        return next((part for part in exc_info if isinstance(part, BaseException)), None)
    return sys.exc_info()[1] if exc_info else None


class _SumUpRepeats(logging.Filter):
    """The same for lines of libraries, which log by the standard library."""

    def __init__(self, repeats: Repeats) -> None:
        super().__init__()
        self._repeats = repeats

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is written; a repeated one is written without its traceback."""
        error = record.exc_info and record.exc_info[1]
        if not error:
            return True
        count = self._repeats.count((record.name, str(record.msg), type(error).__name__))
        if count is None:
            return False
        if count > 1 or is_lost_connection(error):
            said = f"{record.getMessage()} error={type(error).__name__} times={count}"
            record.msg, record.args, record.exc_info, record.exc_text = said, (), None, None
        return True


def configure(level: str, style: str) -> None:
    """Set up structlog and the standard library's logging for this process. Safe to call more than once."""
    repeats = Repeats()
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
        processors=[
            *shared,
            _sum_up_outages,
            _sum_up_repeats(repeats),
            structlog.processors.format_exc_info,
            _hide_values,
            render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        # Asked for at each line: whoever replaces standard error for a while closes the replacement.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            _hide_values,
            render,
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    handler.addFilter(_SumUpRepeats(repeats))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.getLevelNamesMapping()[level])
    for noisy in ("httpx", "aiormq", "aio_pika", "uvicorn.access", "websockets"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    # Below this it writes the frames of sockets, and these hold tokens.
    logging.getLogger("uvicorn.error").setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
