"""Where log lines go, and what they hide."""

import io
import logging
from contextlib import redirect_stderr

import pytest
import structlog
from chassis import logs
from chassis.repeated_lines import FORGET_SECONDS, MOST_LINES, Repeats


def test_lines_go_to_the_standard_error_of_the_moment(capsys: pytest.CaptureFixture[str]) -> None:
    replacement = io.StringIO()
    with redirect_stderr(replacement):
        logs.configure("INFO", "json")
        structlog.get_logger().info("first")
    replacement.close()
    structlog.get_logger().info("second")
    assert '"event": "second"' in capsys.readouterr().err


def test_secrets_are_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", "json")
    structlog.get_logger().info("mail sent", email="ada@example.com", code="123456", kind="guest_code")
    (line,) = capsys.readouterr().err.splitlines()
    assert "ada@example.com" not in line
    assert "123456" not in line
    assert '"kind": "guest_code"' in line


@pytest.mark.parametrize("style", ["json", "console"])
@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r", "\u2028", "\x1b[2K"])
def test_no_value_begins_a_line_of_the_log(
    capsys: pytest.CaptureFixture[str], style: str, line_break: str
) -> None:
    logs.configure("INFO", style)
    structlog.get_logger().info("report", blocked=f"x{line_break}2027 [info] staff signed in")
    written = capsys.readouterr().err
    assert line_break not in written.removesuffix("\n")
    assert len(written.splitlines()) == 1


def _fail(times: int, job: str) -> None:
    for _ in range(times):
        try:
            raise LookupError("no such row")
        except LookupError:
            structlog.get_logger().exception("job failed", job=job)


def test_repeated_tracebacks_are_summed_up(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", "json")
    _fail(150, "one")
    _fail(1, "other")
    lines = capsys.readouterr().err.splitlines()
    assert ["Traceback" in line for line in lines] == [True, False, False, True]
    assert [f'"times": {times}' in line for times, line in zip((10, 100), lines[1:3], strict=True)] == [
        True
    ] * 2
    assert "no such row" in lines[1]


@pytest.mark.parametrize(
    ("error", "tracebacks"),
    [(ConnectionRefusedError("the database is away"), 0), (PermissionError("no such right"), 1)],
)
def test_an_outage_of_the_database_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], error: Exception, tracebacks: int
) -> None:
    logs.configure("INFO", "json")
    try:
        raise error
    except OSError:
        structlog.get_logger().exception("job failed", job="one")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.count("Traceback") == tracebacks
    assert str(error) in line


def test_repeated_tracebacks_of_libraries_are_summed_up(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", "json")
    for _ in range(20):
        try:
            raise OSError("gone")
        except OSError:
            logging.getLogger("library").exception("it %s", "failed")
    lines = capsys.readouterr().err.splitlines()
    assert ["Traceback" in line for line in lines] == [True, False]
    assert "it failed error=OSError times=10" in lines[1]


def test_what_says_something_new_is_written_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", "json")
    for number in range(20):
        structlog.get_logger().error(
            "event became a dead letter", event_id=str(number), reason="LookupError: x"
        )
        structlog.get_logger().info("request", route="search", status=200)
    assert len(capsys.readouterr().err.splitlines()) == 40


def test_a_line_is_repeated_each_minute_and_new_after_a_while() -> None:
    now = 0.0
    repeats = Repeats(lambda: now)
    assert [repeats.count("a") for _ in range(11)] == [1, *[None] * 8, 10, None]
    now = 61
    assert repeats.count("a") == 12
    now = 62 + FORGET_SECONDS
    assert repeats.count("a") == 1
    for number in range(MOST_LINES + 5):
        repeats.count(number)
    assert repeats.count("a") == 1, "old lines are forgotten, so that they fill no memory"


@pytest.mark.parametrize(
    "said",
    [
        'new row violates check "a"\nDETAIL:  Failing row contains (1, s3cret, null).',
        "invalid input for query argument $1: 's3cret' (expected a datetime)",
        "1 validation error\nlink\n  bad [type=url, input_value='https://x/s3cret', input_type=str]",
        'GET "/socket.io/?EIO=4&token=s3cret" [accepted]',
        "https://openhours.test/appointments/1?token=s3cret",
        "token eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJzM2NyZXQifQ.s3cret",
    ],
)
def test_values_in_the_words_of_libraries_are_hidden(said: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", "json")
    try:
        raise ValueError(said)
    except ValueError:
        structlog.get_logger().exception("request failed", reason=said)
        logging.getLogger("uvicorn.error").exception("%s", said)
    shown = capsys.readouterr().err
    assert "s3cret" not in shown
    assert shown.count("(hidden)") >= 3


def test_ordinary_words_stay(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", "json")
    structlog.get_logger().info("is this it? yes", route="/api/sign_in", reason="TimeoutError: 5 s")
    shown = capsys.readouterr().err
    assert all(part in shown for part in ("is this it? yes", "/api/sign_in", "TimeoutError: 5 s"))
