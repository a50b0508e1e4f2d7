"""Requests to the staff: what may be asked, and that an answer is given once and mailed."""

import asyncio

import httpx
import pytest
from contracts.events.profiles import (
    UserRequestAnswered,
    UserRequestFiled,
)
from testkit.event_recorder import EventRecorder

from services.profiles.tests.conftest import NewPerson, Person

pytestmark = pytest.mark.service


async def test_a_request_is_answered_once(
    ada: Person, person: NewPerson, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    nadia = await person()
    asked = await nadia.post(
        "create_user_request", iv_topic="data_access", iv_text="What do you hold about me?"
    )
    guest = {"iv_topic": "appeal", "iv_text": "I was suspended by mistake.", "iv_name": "Olu Ade",
             "iv_email": "Olu@Example.com"}  # fmt: skip
    await client.post("/api/create_user_request", json=guest, headers={"Accept-Language": "fr"})
    filed = await published.wait_for(UserRequestFiled, 2)
    by_topic = {each.topic: each for each in filed}
    assert {topic: each.account_id for topic, each in by_topic.items()} == {
        "data_access": nadia.id, "appeal": "",
    }  # fmt: skip
    waiting = (await ada.get("/api/staff_get_requests"))["requests"]
    assert [(each["name"], each["email"]) for each in waiting] == [
        ("Nadia Kessler", f"{nadia.id}@example.com"), ("Olu Ade", "olu@example.com"),
    ]  # fmt: skip
    answered = await ada.post(
        "staff_answer_request", iv_request_id=asked["request_id"], iv_answer="See the settings."
    )
    assert answered["request"]["answer"] == "See the settings."
    (waits,) = (await ada.get("/api/staff_get_requests"))["requests"]
    assert waits["name"] == "Olu Ade"
    event = await published.first(UserRequestAnswered)
    assert (event.to, event.name, event.question) == (
        f"{nadia.id}@example.com", "Nadia Kessler", "What do you hold about me?",
    )  # fmt: skip
    await ada.post("staff_answer_request", iv_request_id=by_topic["appeal"].request_id, iv_answer="Restored.")
    told_both = await published.wait_for(UserRequestAnswered, 2)
    to_guest = next(each for each in told_both if not each.account_id)
    assert (to_guest.to, to_guest.account_id, to_guest.language) == ("olu@example.com", "", "french")
    again = await ada.send("staff_answer_request", iv_request_id=asked["request_id"], iv_answer="See there.")
    assert again.json()["message"]["main_msg"] == "This request was answered already."
    (own,) = (await nadia.get("/api/get_user_requests"))["requests"]
    assert (own["answer"], own["topic"]) == ("See the settings.", "data_access")
    first = await ada.get("/api/staff_get_requests", status="closed", limit=1)
    second = await ada.get(
        "/api/staff_get_requests", status="closed", limit=1, cursor=str(first["next_cursor"])
    )
    assert [page["requests"][0]["name"] for page in (first, second)] == ["Olu Ade", "Nadia Kessler"]
    assert second["next_cursor"] is None


async def test_bad_requests_are_refused_beside_their_fields(
    person: NewPerson, client: httpx.AsyncClient
) -> None:
    bare = await client.post("/api/create_user_request", json={"iv_topic": "gossip", "iv_text": "Hi"})
    assert set(bare.json()["message"]["iv_msg"]) == {"iv_topic", "iv_text"}
    nameless = {"iv_topic": "support", "iv_text": "I cannot sign in."}
    refused = (await client.post("/api/create_user_request", json=nameless)).json()
    assert set(refused["message"]["iv_msg"]) == {"iv_name", "iv_email"}
    nadia = await person()
    answers = await asyncio.gather(*(nadia.send("create_user_request", **nameless) for _ in range(14)))
    messages = [answer.json()["message"]["main_msg"] for answer in answers if not answer.json()["status"]]
    assert len(messages) == 4
    assert all("wait" in each for each in messages)
    other = await person("Otto Brandt")
    await other.post("create_user_request", **nameless)
    assert len((await other.get("/api/get_user_requests"))["requests"]) == 1, "each sees their own"


async def test_an_answer_makes_room_for_another_request(ada: Person, person: NewPerson) -> None:
    nadia = await person()
    form = {"iv_topic": "support", "iv_text": "I cannot sign in."}
    asked = [(await nadia.post("create_user_request", **form))["request_id"] for _ in range(10)]
    assert not (await nadia.send("create_user_request", **form)).json()["status"]
    await ada.post("staff_answer_request", iv_request_id=asked[3], iv_answer="Try again.")
    await nadia.post("create_user_request", **form)
    assert not (await nadia.send("create_user_request", **form)).json()["status"]
