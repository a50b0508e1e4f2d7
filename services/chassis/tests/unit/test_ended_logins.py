"""The list of ended logins drops entries whose tokens have expired."""

from datetime import UTC, datetime

import pytest
from chassis.ended_logins import EndedLoginList


def at(seconds: float) -> datetime:
    """An instant."""
    return datetime.fromtimestamp(seconds, UTC)


def test_a_login_is_over_until_its_tokens_expire(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.time", lambda: now)
    ended = EndedLoginList()
    ended.add("a", at(1010))
    ended.add("a", at(1010))
    ended.add("b", at(1020))
    ended.add("long ago", at(990))
    assert ended.contains("a")
    assert not ended.contains("long ago")
    assert not ended.contains("c")
    assert len(ended) == 2
    now = 1015.0
    ended.add("c", at(1030))
    assert len(ended) == 2, "memory does not grow for ever"
    assert ended.contains("b")
