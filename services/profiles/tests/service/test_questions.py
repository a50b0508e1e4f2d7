"""What a service asks its clients: typed in its form, told to who books, and refused beside each question."""

import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from contracts.events.profiles import ServiceChanged
from testkit.event_recorder import EventRecorder

from services.profiles.tests.conftest import SERVICE

if TYPE_CHECKING:
    from services.profiles.tests.conftest import NewPerson, Person

pytestmark = pytest.mark.service

INJURY: dict[str, Any] = {
    "kind": "short",
    "text": "  Which injury? ",
    "required": True,
    "options": ["left over"],
}
TOO_MANY = "The maximum number of entries for this field is 20"
SIDE: dict[str, Any] = {"kind": "choice", "text": "Which side?", "options": ["Left", "Right", "left", ""]}


async def asked(client: httpx.AsyncClient, person: "Person") -> list[dict[str, Any]]:
    """What a visitor is asked by the person's only service."""
    answer = await client.get("/api/get_account_provider_services", params={"provider_id": person.id})
    return json.loads(answer.json()["data"]["account_services"][0]["questions"])


async def test_questions_keep_their_ids_while_they_change(
    provider: "NewPerson", client: httpx.AsyncClient, published: EventRecorder
) -> None:
    ana = await provider()
    form = SERVICE | {"iv_questions": json.dumps([INJURY, SIDE])}
    service_id = (await ana.post("update_account_services", **form))["service_id"]
    first, second = await asked(client, ana)
    assert (first["text"], first["required"], first["options"]) == ("Which injury?", True, [])
    assert (second["kind"], second["options"]) == ("choice", ["Left", "Right"])
    assert first["question_id"] != second["question_id"]
    change = SERVICE | {"iv_action": "service_update", "iv_service_id": service_id}
    await ana.post("update_account_services", **change)
    assert await asked(client, ana) == [first, second]
    swapped = [{**second, "text": "Left or right?"}, {**first, "question_id": "of-another-service"}]
    await ana.post("update_account_services", **change, iv_questions=[*swapped, {**second}])
    kept, new, copied = await asked(client, ana)
    assert (kept["question_id"], kept["text"]) == (second["question_id"], "Left or right?")
    known = {first["question_id"], second["question_id"], "of-another-service"}
    assert not {new["question_id"], copied["question_id"]} & known
    await ana.post("update_account_services", **change, iv_questions="")
    assert await asked(client, ana) == []
    told = (await published.wait_for(ServiceChanged, 4))[0].service
    assert [each.question_id for each in told.questions] == [first["question_id"], second["question_id"]]


async def test_each_wrong_question_is_refused_beside_it(provider: "NewPerson") -> None:
    ana = await provider()
    wrong = [INJURY, SIDE | {"options": ["Left", " "]}, INJURY | {"kind": "colour"}, SIDE | {"text": "?"}]
    answer = (await ana.send("update_account_services", **SERVICE, iv_questions=wrong)).json()
    assert answer["message"]["iv_msg"] == {
        "iv_question_2": "This Field cannot be empty",
        "iv_question_3": "Choose one of the offered options",
        "iv_question_4": "The text length required for must be between 3 and 300",
    }
    for sent, message in (
        ([SIDE | {"options": ["Left", "left"]}], "A choice needs at least two options."),
        ([SIDE | {"options": [str(n) for n in range(21)]}], TOO_MANY),
    ):
        answer = (await ana.send("update_account_services", **SERVICE, iv_questions=sent)).json()
        assert answer["message"]["iv_msg"] == {"iv_question_1": message}
    for sent in ([INJURY] * 21, "{", [7], 7):
        answer = (await ana.send("update_account_services", **SERVICE, iv_questions=sent)).json()
        assert (answer["status"], list(answer["message"]["iv_msg"])) == (False, ["iv_questions"])
