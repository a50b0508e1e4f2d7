"""Messages: between accounts with an order, hidden by blocks, counted until they are read."""

from collections.abc import Callable

import httpx
import pytest
from chassis.db import Database
from chassis.ids import new_id
from contracts.events.booking import OrderAccepted, OrderRequested
from contracts.events.identity import AccountDeleted
from contracts.events.notifications import MessageSent
from contracts.events.profiles import BlockChanged
from notifications.messages.store import COUNT_UNREAD, FIND_SIDE, side_with, unread_of
from sqlalchemy import text
from testkit.event_recorder import EventRecorder
from testkit.pytest_plugin import OwnerUrl

from services.notifications.tests.conftest import Caller, guest_order, kept_plan, order, registered

pytestmark = pytest.mark.service
As = Callable[[str], Caller]


@pytest.fixture
async def pair(client: httpx.AsyncClient, published: EventRecorder, caller: As) -> tuple[Caller, Caller]:
    """Grace and Nadia, with an order between them."""
    facts = order()
    await published.tell(registered(facts.client_id, "Grace Wanjiru"), registered(facts.provider_id, "Nadia"))
    await published.tell(OrderRequested(order=facts, actor="client"))
    await published.tell(OrderAccepted(order=facts, actor="provider"))
    return caller(facts.client_id), caller(facts.provider_id)


async def conversations(who: Caller) -> list[dict[str, object]]:
    return (await who.get("/api/get_conversations")).json()["data"]["conversations"]


async def test_two_with_an_order_have_one_conversation(pair: tuple[Caller, Caller]) -> None:
    grace, nadia = pair
    (seen,) = await conversations(grace)
    assert (seen["owner_id"], seen["name"], seen["unread"], seen["last_message"]) == (
        nadia.id,
        "Nadia",
        0,
        None,
    )
    assert len(await conversations(nadia)) == 1


async def test_a_message_arrives_and_is_read(pair: tuple[Caller, Caller], published: EventRecorder) -> None:
    grace, nadia = pair
    sent = await grace.post("send_message", iv_owner_id=nadia.id, iv_text="  Is there parking?  ")
    assert sent.json()["status"]
    event = await published.first(MessageSent)
    assert (event.receiver_id, event.sender_id, event.sender_name) == (nadia.id, grace.id, "Grace Wanjiru")
    assert event.text == "Is there parking?"
    (seen,) = await conversations(nadia)
    assert seen["unread"] == 1
    path = f"/api/get_messages/{seen['conversation_id']}"
    shown = (await nadia.get(path)).json()["data"]["messages"]
    assert [(each["text"], each["mine"]) for each in shown] == [("Is there parking?", False)]
    read = await nadia.post("read_messages", iv_conversation_id=seen["conversation_id"])
    assert read.json()["data"] == {"unread": 0}
    assert (await conversations(grace))[0]["unread"] == 0


async def test_each_side_has_its_own_count(
    pair: tuple[Caller, Caller], published: EventRecorder, caller: As
) -> None:
    grace, nadia = pair
    facts = order(provider_id=nadia.id)
    await published.tell(registered(facts.client_id, "Olu Adebayo"))
    await published.tell(OrderAccepted(order=facts, actor="provider"))
    olu = caller(facts.client_id)

    async def unread(who: Caller) -> int:
        return (await who.get("/api/get_conversations")).json()["data"]["unread"]

    for sender, receiver in ((grace, nadia), (grace, nadia), (nadia, grace), (olu, nadia)):
        await sender.post("send_message", iv_owner_id=receiver.id, iv_text="Hello")
    assert [await unread(who) for who in (grace, nadia, olu)] == [1, 3, 0]
    with_grace = (await conversations(grace))[0]["conversation_id"]
    assert (await olu.post("read_messages", iv_conversation_id=with_grace)).status_code == 404
    read = await nadia.post("read_messages", iv_conversation_id=with_grace)
    assert read.json()["data"] == {"unread": 1}
    assert [await unread(who) for who in (grace, nadia, olu)] == [1, 1, 0]
    await published.tell(BlockChanged(blocker_id=olu.id, blocked_id=nadia.id, blocked=True, revision=1))
    assert [await unread(who) for who in (grace, nadia, olu)] == [1, 0, 0], (
        "what a block hides is not counted"
    )


async def test_a_thousand_characters_are_taken(pair: tuple[Caller, Caller]) -> None:
    grace, nadia = pair
    sent = await grace.post("send_message", iv_owner_id=nadia.id, iv_text="x" * 1000)
    assert sent.json()["data"]["message"]["text"] == "x" * 1000


async def test_messages_page_newest_first(pair: tuple[Caller, Caller]) -> None:
    grace, nadia = pair
    for number in range(5):
        await grace.post("send_message", iv_owner_id=nadia.id, iv_text=f"number {number}")
    (seen,) = await conversations(nadia)
    path = f"/api/get_messages/{seen['conversation_id']}"
    first = (await nadia.get(path, limit=3)).json()["data"]
    rest = (await nadia.get(path, limit=3, cursor=first["next_cursor"])).json()["data"]
    texts = [each["text"] for each in first["messages"] + rest["messages"]]
    assert texts == [f"number {number}" for number in (4, 3, 2, 1, 0)]
    assert rest["next_cursor"] is None


async def test_strangers_cannot_write_or_read(pair: tuple[Caller, Caller], caller: As) -> None:
    grace, nadia = pair
    stranger = caller(new_id())
    refused = await stranger.post("send_message", iv_owner_id=nadia.id, iv_text="Hello")
    assert refused.json()["status"] is False
    (seen,) = await conversations(grace)
    assert (await stranger.get(f"/api/get_messages/{seen['conversation_id']}")).status_code == 404
    assert (await stranger.get("/api/get_messages/anything")).status_code == 404
    answer = await stranger.post("read_messages", iv_conversation_id=seen["conversation_id"])
    assert answer.status_code == 404
    own = await grace.post("send_message", iv_owner_id=grace.id, iv_text="Hello")
    assert own.json()["status"] is False


async def test_a_guest_order_opens_no_conversation(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    facts = guest_order()
    await published.tell(OrderRequested(order=facts, actor="client"))
    assert await conversations(caller(facts.provider_id)) == []


@pytest.mark.parametrize("text", ["", "   ", "x" * 1001, None, 7])
async def test_a_text_is_1_to_1000_characters(pair: tuple[Caller, Caller], text: object) -> None:
    grace, nadia = pair
    answer = (await grace.post("send_message", iv_owner_id=nadia.id, iv_text=text)).json()
    assert answer["status"] is False
    assert "iv_text" in answer["message"]["iv_msg"]


async def test_a_block_hides_both_ways(pair: tuple[Caller, Caller], published: EventRecorder) -> None:
    grace, nadia = pair
    await grace.post("send_message", iv_owner_id=nadia.id, iv_text="Hello")
    (seen,) = await conversations(nadia)
    await published.tell(BlockChanged(blocker_id=nadia.id, blocked_id=grace.id, blocked=True, revision=1))
    for one, other in ((grace, nadia), (nadia, grace)):
        data = (await one.get("/api/get_conversations")).json()["data"]
        assert (data["conversations"], data["unread"]) == ([], 0)
        assert (await one.get(f"/api/get_messages/{seen['conversation_id']}")).status_code == 404
        refused = await one.post("send_message", iv_owner_id=other.id, iv_text="Hello")
        assert refused.json()["status"] is False
    await published.tell(BlockChanged(blocker_id=nadia.id, blocked_id=grace.id, blocked=False, revision=2))
    data = (await nadia.get("/api/get_conversations")).json()["data"]
    assert (data["unread"], data["conversations"][0]["last_message"]["text"]) == (1, "Hello")
    assert (await grace.post("send_message", iv_owner_id=nadia.id, iv_text="Again")).json()["status"]


_MANY = (
    """
    INSERT INTO conversation (id, first_id, second_id)
    SELECT 'c' || n, 'a' || n % 5, 'b' || n FROM generate_series(1, 5000) AS n
    """,
    """
    INSERT INTO conversation_side (conversation_id, account_id, other_id, unread, latest_id)
    SELECT c.id, one, other, CASE WHEN length(c.id) < 3 THEN 1 ELSE 0 END, c.id
    FROM conversation c, LATERAL (VALUES (first_id, second_id), (second_id, first_id)) AS v (one, other)
    """,
    "ANALYZE conversation, conversation_side",
)


@pytest.mark.usefixtures("client")
async def test_among_a_thousand_conversations_one_and_the_unread_are_found_by_their_index(
    database_url: str,
    owner_url: OwnerUrl,
) -> None:
    database = Database(owner_url(database_url))
    try:
        async with database.writing() as tx:
            for statement in _MANY:
                await tx.session.execute(text(statement))
            side = await side_with(tx, "a3", "b13")
            assert side is not None
            assert (side.conversation_id, await side_with(tx, "a3", "b14")) == ("c13", None)
            assert await unread_of(tx, "a3") == 2
        assert "uq_conversation_first_id_second_id" in await kept_plan(database, FIND_SIDE)
        assert "ix_conversation_side_unread" in await kept_plan(database, COUNT_UNREAD)
    finally:
        await database.close()


async def test_the_export_has_both_sides_words(pair: tuple[Caller, Caller]) -> None:
    grace, nadia = pair
    await grace.post("send_message", iv_owner_id=nadia.id, iv_text="Is there parking?")
    await nadia.post("send_message", iv_owner_id=grace.id, iv_text="Behind the house")
    for who, expected in ((grace, [True, False]), (nadia, [False, True])):
        messages = (await who.get("/internal/export")).json()["data"]["messages"]
        assert [each["text"] for each in messages] == ["Is there parking?", "Behind the house"]
        assert [each["written_by_you"] for each in messages] == expected


async def test_a_deleted_account_takes_its_words_along(
    pair: tuple[Caller, Caller], published: EventRecorder
) -> None:
    grace, nadia = pair
    await grace.post("send_message", iv_owner_id=nadia.id, iv_text="My secret")
    await nadia.post("send_message", iv_owner_id=grace.id, iv_text="My answer")
    await grace.post("send_message", iv_owner_id=nadia.id, iv_text="My other secret")
    await published.tell(AccountDeleted(account_id=grace.id))
    (seen,) = await conversations(nadia)
    assert (seen["name"], seen["unread"]) == ("Former member", 0)
    shown = (await nadia.get(f"/api/get_messages/{seen['conversation_id']}")).json()["data"]["messages"]
    assert [each["text"] for each in shown] == ["My answer"]
    refused = await nadia.post("send_message", iv_owner_id=grace.id, iv_text="Hello")
    assert refused.json()["status"] is False


async def test_a_conversation_goes_with_the_only_account_that_wrote_in_it(
    pair: tuple[Caller, Caller], published: EventRecorder
) -> None:
    grace, nadia = pair
    await grace.post("send_message", iv_owner_id=nadia.id, iv_text="Is there parking?")
    assert len(await conversations(nadia)) == 1
    await published.tell(AccountDeleted(account_id=grace.id))
    assert await conversations(nadia) == []


async def test_a_conversation_with_a_deleted_account_is_listed_by_the_newest_message_that_is_left(
    pair: tuple[Caller, Caller], published: EventRecorder, caller: As
) -> None:
    grace, nadia = pair
    other = order(provider_id=nadia.id)
    await published.tell(registered(other.client_id, "Ivo"), OrderRequested(order=other, actor="client"))
    ivo = caller(other.client_id)
    await ivo.post("send_message", iv_owner_id=nadia.id, iv_text="The first of all")
    await nadia.post("send_message", iv_owner_id=grace.id, iv_text="The newest that is left")
    await grace.post("send_message", iv_owner_id=nadia.id, iv_text="The newest, until it is deleted")
    await published.tell(AccountDeleted(account_id=grace.id))
    assert [each["name"] for each in await conversations(nadia)] == ["Former member", "Ivo"]
    await ivo.post("send_message", iv_owner_id=nadia.id, iv_text="Newer")
    assert [each["name"] for each in await conversations(nadia)] == ["Ivo", "Former member"]
