"""Which events may ever reach a socket."""

from datetime import UTC, datetime
from typing import Literal

import contracts.events
import pytest
from contracts.event import EVENTS, Audience, Event
from contracts.events.booking import AvailabilityChanged
from contracts.events.feed import CommentAdded, PostFacts, PostPublished, PostRemoved
from contracts.events.identity import AccountConfirmed, AccountFacts
from contracts.events.notifications import AlertsMarkedRead, MessageSent
from gateway.realtime import socket_mapping
from gateway.realtime.socket_mapping import (
    RECEIVERS,
    SOCKET_MAPPERS,
    AudienceViolation,
    Emission,
    emission_of,
    room_of,
)
from pydantic import JsonValue
from testkit.gateway_sockets import alert

NOW = datetime(2026, 3, 1, tzinfo=UTC)


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


def test_what_was_read_on_one_screen_is_read_on_all_of_the_account() -> None:
    emission = emission_of(AlertsMarkedRead(receiver_id="a1", unread=2))
    assert emission is not None
    assert (emission.name, emission.room) == ("get_notification", "account:a1")
    assert emission.data["additional_update"] == {"alerts_read": {"unread": 2}}


def facts(audience: Literal["all", "interests", "trusted"], *, mature: bool = False) -> PostFacts:
    return PostFacts(
        post_id="p",
        owner_id="o",
        post_type="repost",
        audience=audience,
        mature=mature,
        tags=["secret"],
        published_at=NOW,
        brief="secret",
        revision=1,
    )


def about(post: PostFacts, *hidden_from: str) -> list[tuple[Event, str, dict[str, str]]]:
    """Both events about a post, with the action and the ids that a socket receives."""
    comment = CommentAdded(
        comment_id="c", post=post, author_id="a", author_name="A", text="secret", hidden_from=[*hidden_from]
    )
    return [
        (PostPublished(post=post, hidden_from=[*hidden_from]), "new_post", {"post_type": "repost"}),
        (comment, "new_post_comment", {"post_comments_id": "c"}),
    ]


def test_posts_and_comments_are_announced_by_their_ids_alone() -> None:
    for event, action, more in about(facts("all"), "blocked"):
        emission = emission_of(event)
        assert emission is not None
        assert emission.name == "get_broadcast_notification"
        assert emission.room is None
        assert emission.hidden_from == {"blocked"}
        assert emission.data == {
            "valid_broadcast": True,
            "page": "feed",
            "action": action,
            "broadcast_data": {"post_id": "p", "owner_id": "o", **more},
        }


def test_a_post_that_is_gone_leaves_every_screen_that_showed_it() -> None:
    emission = emission_of(PostRemoved(post=facts("all")))
    assert emission is not None
    assert (emission.name, emission.room, emission.hidden_from) == ("get_broadcast_notification", None, set())
    assert emission.data["action"] == "post_removed"
    assert emission.data["broadcast_data"] == {"post_id": "p", "owner_id": "o"}
    assert emission_of(PostRemoved(post=facts("trusted"))) is None


@pytest.mark.parametrize("audience", ["interests", "trusted"])
def test_what_is_not_for_everybody_is_announced_to_nobody(audience: Literal["interests", "trusted"]) -> None:
    for event, _, _ in about(facts(audience)):
        assert emission_of(event) is None


def test_what_is_mature_is_announced_to_accounts_alone() -> None:
    for event, _, _ in about(facts("all", mature=True)):
        emission = emission_of(event)
        assert emission is not None
        assert emission.room == "signed-in"


@pytest.mark.parametrize(
    ("verified", "username", "expected"),
    [(True, "zoe", ("verified", "zoe", True)), (False, None, ("unverified", "", False))],
)
def test_a_confirmed_account_gets_its_own_session_data(
    verified: bool, username: str | None, expected: tuple[str, str, bool]
) -> None:
    account = AccountFacts(
        account_id="a1",
        name="Zoë",
        email="z@b.example",
        username=username,
        verified=verified,
        created_at=NOW,
        revision=2,
    )
    session_data: dict[str, JsonValue] = {"serviceProvider": True, "ownerId": "another", "name": "Old"}
    emission = emission_of(AccountConfirmed(account=account, session_data=session_data))
    assert emission is not None
    assert emission.room == "account:a1"
    data = emission.data["session_data"]
    assert (data["autoVerification"], data["username"], data["onboardUsername"]) == expected
    assert (data["ownerId"], data["name"], data["serviceProvider"]) == ("a1", "Zoë", True)


@pytest.mark.parametrize(
    "event",
    [
        alert("a1"),
        AlertsMarkedRead(receiver_id="a1", unread=0),
        MessageSent(
            receiver_id="a1", conversation_id="c", message_id="m", sender_id="s", sender_name="S", text="t",
            sent_at=NOW,
        ),
        AccountConfirmed(
            account=AccountFacts(
                account_id="a1", name="N", email="a@b.example", created_at=NOW, verified=True, revision=1
            )
        ),
        AvailabilityChanged(provider_id="a1", starts_at=NOW, ends_at=NOW),
    ],
    ids=lambda event: event.key,
)  # fmt: skip
def test_the_room_that_is_read_first_is_that_of_the_emission(event: Event) -> None:
    emission = emission_of(event)
    assert emission is not None
    assert room_of(event.key, event.model_dump_json().encode()) == emission.room
    with pytest.raises(LookupError):
        room_of(event.key, b"{}")


def test_every_event_of_one_account_is_read_for_its_room_first() -> None:
    of_one = {event.key for event in SOCKET_MAPPERS if event.audience is Audience.ONE_ACCOUNT}
    assert of_one <= set(RECEIVERS)
    assert room_of(PostPublished.key, b"{}") is None
