"""What every event is on the wire: its instants, its mark of a replay, its key and its audience."""

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import contracts.events
import pytest
from contracts.event import EVENTS, Audience, Event, parse, register
from contracts.events.identity import AccountDeleted, LoginEnded
from pydantic import ValidationError

KEY = AccountDeleted.key


def sent(event: Event) -> dict[str, Any]:
    return json.loads(event.model_dump_json())


def test_a_replayed_event_says_retold_on_the_wire() -> None:
    event = AccountDeleted(account_id="a", replayed=True)
    assert sent(event)["retold"] is True
    assert "replayed" not in sent(event)
    assert sent(AccountDeleted(account_id="a"))["retold"] is False
    assert sent(AccountDeleted(account_id="a").model_copy(update={"replayed": True}))["retold"] is True
    assert "retold" in AccountDeleted.model_json_schema()["properties"]


def test_the_mark_of_a_replay_is_read_back() -> None:
    for replayed in (True, False):
        event = AccountDeleted(account_id="a", replayed=replayed)
        read = parse(KEY, event.model_dump_json().encode())
        assert read == event
        assert read is not None
        assert read.replayed is replayed


def test_an_old_event_without_the_mark_is_news() -> None:
    read = parse(KEY, b'{"account_id": "a"}')
    assert read is not None
    assert read.replayed is False


def test_an_instant_is_sent_in_utc() -> None:
    there = datetime(2026, 3, 1, 9, 30, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    ended = LoginEnded(account_id="a", login_id="l", expires_at=there)
    assert sent(ended)["expires_at"] == "2026-03-01T04:00:00Z"


def test_an_instant_without_a_zone_is_none() -> None:
    with pytest.raises(ValidationError, match="expires_at"):
        LoginEnded(account_id="a", login_id="l", expires_at=datetime(2026, 3, 1))  # noqa: DTZ001


def test_each_event_has_its_own_id_and_its_time() -> None:
    before = datetime.now(UTC)
    first, second = (AccountDeleted(account_id="a") for _ in range(2))
    assert first.event_id != second.event_id
    assert before <= first.occurred_at <= datetime.now(UTC)


def test_an_unknown_key_is_none_of_ours() -> None:
    assert parse("identity.account.teleported", b"{}") is None


@pytest.mark.parametrize("payload", [b"{}", b"[]", b"not json", b'{"account_id": 7}'])
def test_a_known_event_that_is_malformed_is_refused(payload: bytes) -> None:
    with pytest.raises(ValidationError):
        parse(KEY, payload)


def test_two_events_cannot_claim_one_key() -> None:
    class Second(Event):
        key = KEY

    with pytest.raises(ValueError, match=KEY):
        register(Second)
    assert EVENTS[KEY] is AccountDeleted


def test_an_event_without_an_aggregate_is_a_mistake() -> None:
    with pytest.raises(LookupError, match="Event"):
        _ = Event().aggregate


def test_only_these_events_may_reach_a_screen() -> None:
    assert contracts.events.__all__
    shown = {key: event.audience for key, event in EVENTS.items() if event.audience is not Audience.SERVICES}
    assert shown == {
        "booking.availability.changed": Audience.EVERYONE,
        "feed.comment.added": Audience.EVERYONE,
        "feed.post.published": Audience.EVERYONE,
        "feed.post.removed": Audience.EVERYONE,
        "identity.account.confirmed": Audience.ONE_ACCOUNT,
        "notifications.alert.raised": Audience.ONE_ACCOUNT,
        "notifications.alerts.read": Audience.ONE_ACCOUNT,
        "notifications.message.sent": Audience.ONE_ACCOUNT,
    }


def test_a_key_begins_with_the_service_that_publishes_it() -> None:
    for key, event in EVENTS.items():
        if event.__module__.startswith("contracts.events."):
            assert key.split(".")[0] == event.__module__.rpartition(".")[2].partition("_")[0]
