"""What the log tells of a database or a broker that is away: a line a second at most, and that it is back."""

import asyncio
import json
import logging

import pytest
import structlog
from aio_pika.exceptions import AMQPConnectionError
from chassis import logs, outages
from chassis.db.errors import is_lost_connection
from chassis.outages import BusError, Outage

Lines = list[dict[str, object]]


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(autouse=True)
def outage(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Outage:
    """The database of a process of its own, whose clock the test sets."""
    database = Outage("database", clock)
    database.in_use = True
    monkeypatch.setattr(outages, "DATABASE", database)
    monkeypatch.setattr(outages, "BROKER", Outage("broker", clock))
    logs.configure("INFO", "json")
    return database


def _lines(capsys: pytest.CaptureFixture[str]) -> Lines:
    lines: Lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    for line in lines:
        line.pop("timestamp")
    return lines


def _fail(error: Exception, times: int = 1) -> None:
    """Fail as a request, a worker and a job do."""
    log = structlog.get_logger()
    for number in range(times):
        log.error("request failed", path=f"/api/{number}", request_id=str(number), exc_info=error)
        log.warning("worker failed", worker=f"w{number}", cause=error, reason="x")
        try:
            raise error
        except Exception:
            log.exception("job failed", job=f"j{number}")


def test_an_outage_is_one_line_a_second_at_most_and_one_when_it_is_over(
    capsys: pytest.CaptureFixture[str], clock: Clock, outage: Outage
) -> None:
    error = ConnectionRefusedError(111, "nobody listens")
    said = "ConnectionRefusedError: [Errno 111] nobody listens"
    _fail(error, 200)
    assert _lines(capsys) == [{"event": "database away", "level": "error", "error": said}]
    clock.now += 1
    _fail(error, 50)
    assert _lines(capsys) == [
        {
            "event": "database still away", "level": "error", "error": said, "seconds": 1.0,
            "requests_refused": 201, "other_failures": 400,
        }
    ]  # fmt: skip
    clock.now += 3
    outage.over()
    outage.over()
    assert _lines(capsys) == [
        {
            "event": "database back", "level": "warning", "seconds": 4.0, "requests_refused": 250,
            "other_failures": 500,
        }
    ]  # fmt: skip


def test_a_long_outage_is_told_ever_more_rarely(capsys: pytest.CaptureFixture[str], clock: Clock) -> None:
    for _ in range(36_000):  # an hour, ten times a second
        structlog.get_logger().error("request failed", exc_info=ConnectionResetError("gone"))
        clock.now += 0.1
    assert 60 < len(_lines(capsys)) < 70


def test_a_database_that_flickers_writes_one_line_a_second_at_most(
    capsys: pytest.CaptureFixture[str], clock: Clock, outage: Outage
) -> None:
    for _ in range(100):  # within five seconds
        _fail(ConnectionResetError("gone"))
        outage.over()
        clock.now += 0.05
    told = [line["event"] for line in _lines(capsys)]
    assert told.count("database away") == told.count("database back") == 5


def test_another_outage_is_told_anew(
    capsys: pytest.CaptureFixture[str], clock: Clock, outage: Outage
) -> None:
    for _ in range(2):
        _fail(ConnectionResetError("gone"))
        outage.over()
        clock.now += 60
    assert [(line["event"], line.get("requests_refused")) for line in _lines(capsys)] == [
        ("database away", None),
        ("database back", 1),
    ] * 2


def test_the_broker_is_not_taken_for_the_database(capsys: pytest.CaptureFixture[str]) -> None:
    log = structlog.get_logger()
    log.warning("worker failed", worker="outbox relay", cause=AMQPConnectionError("refused"), reason="x")
    log.warning("worker failed", worker="outbox relay", cause=BusError("not connected"), reason="BusError: y")
    assert [line["event"] for line in _lines(capsys)] == ["broker away", "worker failed"]


def test_a_process_without_a_database_has_none_that_is_away(
    capsys: pytest.CaptureFixture[str], outage: Outage
) -> None:
    outage.in_use = False
    structlog.get_logger().error("request failed", exc_info=ConnectionResetError("by the caller"))
    (line,) = _lines(capsys)
    assert line["event"] == "request failed"


@pytest.mark.parametrize("error", [LookupError("no such row"), PermissionError(13, "no", "/a/file")])
def test_what_is_no_outage_keeps_its_traceback(capsys: pytest.CaptureFixture[str], error: Exception) -> None:
    _fail(error)
    lines = _lines(capsys)
    assert [line["event"] for line in lines] == ["request failed", "worker failed", "job failed"]
    assert ["exception" in line for line in lines] == [True, False, True]


@pytest.mark.parametrize(
    ("error", "lost"),
    [
        (ConnectionRefusedError(111, "x"), True),
        (TimeoutError(), True),
        (OSError("Multiple exceptions: [Errno 111] ..., [Errno 111] ..."), True),
        (OSError(113, "no route to host"), True),
        (OSError("gone"), False),
        (OSError(28, "no space left on device"), False),
        (FileNotFoundError(2, "x", "/a/file"), False),
        (asyncio.CancelledError(), False),
        (ValueError("x"), False),
    ],
)
def test_which_errors_are_a_lost_connection(error: BaseException, *, lost: bool) -> None:
    assert is_lost_connection(error) is lost


def test_a_library_tells_of_an_outage_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", "json")  # libraries write to what stands for standard error now
    try:
        raise ConnectionResetError("gone")
    except ConnectionResetError:
        logging.getLogger("sqlalchemy.pool").exception("it %s", "failed")
    assert _lines(capsys) == [{"event": "it failed error=ConnectionResetError times=1", "level": "error"}]


def test_the_log_names_the_connection_to_the_broker_and_hides_links(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A mail's `link` holds a token, whoever logs it; the connection's name is what an operator looks for."""
    outages.BROKER.tell("ConnectionRefusedError: x", connection="booking.relay")
    structlog.get_logger().info("mail", link="https://openhours.test/confirm/s3cret")
    told, hidden = _lines(capsys)
    assert told["connection"] == "booking.relay"
    assert hidden["link"] == "(hidden)"
