"""Which events may ever reach a screen."""

import contracts.events
import pytest
from contracts.event import EVENTS, Audience, Event
from contracts.events.notifications import MessageSent
from gateway.realtime import socket_mapping
from gateway.realtime.deduplicator import Deduplicator
from gateway.realtime.socket_mapping import (
    SOCKET_MAPPERS,
    AudienceViolation,
    Emission,
    emission_of,
)


def test_every_event_that_is_shown_says_that_it_may_be() -> None:
    assert contracts.events.__all__
    for event_type in SOCKET_MAPPERS:
        assert event_type.audience is not Audience.SERVICES, event_type.key


def test_no_event_between_services_has_words_for_a_screen() -> None:
    internal = {event for event in EVENTS.values() if event.audience is Audience.SERVICES}
    assert internal
    assert not internal & set(SOCKET_MAPPERS)


class _Internal(Event):
    key = "test.thing.happened"
    audience = Audience.SERVICES


class _Private(Event):
    key = "test.secret.happened"
    audience = Audience.ONE_ACCOUNT


@pytest.mark.parametrize(
    ("event", "room"),
    [
        (_Internal(), "account:a"),
        (_Internal(), None),
        (_Private(), None),
        (_Private(), "watch:p"),
        (_Private(), "signed-in"),
    ],
)
def test_an_audience_cannot_be_widened_by_mistake(
    monkeypatch: pytest.MonkeyPatch, event: Event, room: str | None
) -> None:
    def careless(shown: Event) -> Emission:
        del shown
        return Emission("get_notification", room, {})

    monkeypatch.setattr(socket_mapping, "SOCKET_MAPPERS", {type(event): careless})
    with pytest.raises(AudienceViolation):
        emission_of(event)


def test_what_nobody_shows_stays_unseen() -> None:
    assert emission_of(_Internal()) is None


def test_a_message_is_shown_to_its_receiver() -> None:
    sent = MessageSent.model_validate(
        {
            "receiver_id": "a1",
            "conversation_id": "c",
            "message_id": "m",
            "sender_id": "a2",
            "sender_name": "Z",
            "text": "t",
            "sent_at": "2026-03-01T09:00:00Z",
        }
    )
    emission = emission_of(sent)
    assert emission is not None
    assert emission.room == "account:a1"


def test_an_event_is_shown_once_however_often_it_comes() -> None:
    deduplicator = Deduplicator(capacity=2)
    assert [deduplicator.is_first(event_id) for event_id in ("a", "a", "b", "a", "c", "b")] == [
        True, False, True, False, True, False,
    ]  # fmt: skip
    assert deduplicator.is_first("a"), "the oldest is forgotten, not the newest"
