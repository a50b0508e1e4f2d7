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
