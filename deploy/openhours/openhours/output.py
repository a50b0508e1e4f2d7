"""How commands say what they found: lines for people, JSON for machines, problems on stderr."""

import sys
from typing import Any

import orjson


def print_json(value: Any) -> None:
    """Print one JSON value."""
    print(orjson.dumps(value, option=orjson.OPT_INDENT_2, default=str).decode())


def print_problem(text: str) -> None:
    """Print a line for people on stderr."""
    print(text, file=sys.stderr)


def reason_of(error: BaseException) -> str:
    """An error in one line. Errors of the drivers name hosts, databases and roles, and no password."""
    text = str(error).strip().splitlines()
    return text[0][:300] if text else type(error).__name__
