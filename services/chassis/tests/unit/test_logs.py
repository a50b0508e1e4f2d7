"""Where log lines go, and what they hide."""

import io
from contextlib import redirect_stderr

import pytest
import structlog
from chassis import logs


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
