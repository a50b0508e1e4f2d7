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


def test_a_replaced_token_is_refused_from_its_time_until_it_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.time", lambda: now)
    ended = EndedLoginList()
    ended.replace("a", 1, at(1060), at(5000))
    ended.replace("a", 2, at(1070), at(5000))
    ended.replace("long ago", 1, at(900), at(999))
    assert not ended.is_replaced("a", 0), "both hold for a while"
    assert not ended.is_replaced("long ago", 0)
    now = 1065.0
    assert [ended.is_replaced("a", generation) for generation in (0, 1, 2)] == [True, False, False]
    now = 1070.0
    assert [ended.is_replaced("a", generation) for generation in (0, 1, 2)] == [True, True, False]
    assert not ended.is_replaced("b", 0)
    ended.replace("a", 3, at(1130), at(6000))
    now = 5500.0
    ended.replace("b", 1, at(5501), at(9000))
    assert ended.is_replaced("a", 2), "the newest expiry counts"
    now = 6001.0
    ended.replace("b", 2, at(6002), at(9000))
    assert not ended.is_replaced("a", 2), "memory does not grow for ever"
