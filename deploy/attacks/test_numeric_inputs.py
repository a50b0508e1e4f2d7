"""Strangers write numbers as no person does: superscripts, other scripts' figures, underscores, huge ones.

Every numeric input of every call in OpenAPI refuses each of these as it refuses `abc` (api.md 1).
"""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import httpx
import orjson
from client.mailbox_client import MailboxClient
from client.personas import Persona, Provider, new_email
from local.staff import TEST_STAFF_EMAIL
from testkit.environments import EmbeddedRun

OPENAPI: Final = Path(__file__).parents[2] / "proto-contracts" / "generated" / "openapi.json"
TWO_RAISED: Final = "\N{SUPERSCRIPT TWO}"
WIDE: Final = "\N{FULLWIDTH DIGIT ONE}\N{FULLWIDTH DIGIT TWO}"
ARABIC: Final = "\N{ARABIC-INDIC DIGIT THREE}"
NO_NUMBERS: Final = (
    TWO_RAISED,
    WIDE,
    ARABIC,
    "1_0",
    "+5",
    "1e3",
    "0x10",
    "5.",
    "\N{CIRCLED DIGIT FIVE}",
    "NaN",
)
HUGE: Final = "9" * 400
SPACED: Final = (" 5", "5 ", "\N{NO-BREAK SPACE}5", "5\n")
"""Refused in a query. A form's text is trimmed before it is judged (api.md 1)."""
DIALLED: Final = {("/api/update_client", "iv_phone"), ("/api/create_own_booking", "iv_client_phone")}
"""Telephone numbers as they are dialled: with a plus, between brackets, in figures of any script."""
Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NumericInputs:
    """Numbers that a call takes, in its query or at places in its body; each has a message of its own."""

    path: str
    names: tuple[str, ...]
    in_body: bool

    def fields(self, value: object) -> dict[str, object]:
        """A query or a body that holds only these."""
        fields: dict[str, object] = {}
        for name in self.names:
            nested = value
            for part in reversed(name.split(".")):
                nested = {part.removesuffix("[]"): [nested] if part.endswith("[]") else nested}
            fields |= cast("dict[str, object]", nested)
        return fields


def numbers_in(schema: Schema, schemas: Schema, place: str = "") -> Iterator[str]:
    """The places of the numbers in what a call takes."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]]
    if schema.get("type") in {"integer", "number"}:
        yield place
    for each in schema.get("anyOf", ()):
        yield from numbers_in(each, schemas, place)
    for name, each in schema.get("properties", {}).items():
        yield from numbers_in(each, schemas, f"{place}.{name}" if place else name)
    if schema.get("items"):
        yield from numbers_in(schema["items"], schemas, f"{place}[]")


def numeric_inputs() -> list[NumericInputs]:
    """Every numeric input of every public call. Those that share a message stand in groups of their own."""
    document = orjson.loads(OPENAPI.read_bytes())
    schemas = document["components"]["schemas"]
    found: list[NumericInputs] = []
    for path, methods in document["paths"].items():
        for operation in methods.values():
            names = [
                parameter["name"]
                for parameter in operation.get("parameters", ())
                if list(numbers_in(parameter["schema"], schemas))
            ]
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            places = sorted(set(numbers_in(content["schema"], schemas))) if content else []
            plain = tuple(each for each in places if "." not in each and (path, each) not in DIALLED)
            found += [NumericInputs(path, (place,), in_body=True) for place in places if "." in place]
            found += [NumericInputs(path, plain, in_body=True)] if plain else []
            found += [NumericInputs(path, tuple(names), in_body=False)] if names else []
    return found


Given = tuple[int, bool, dict[str, str]]
"""The status, whether it was done, and the messages of the numbers' fields."""


@dataclass(frozen=True, slots=True)
class Attacker:
    """Asks every call, as a provider or as staff."""

    client: httpx.AsyncClient
    provider: str
    staff: str

    async def answer(self, asked: NumericInputs, value: object) -> Given:
        """The answer to this value in all places."""
        token = self.staff if "/staff_" in asked.path else self.provider
        path = asked.path.replace("{", "").replace("}", "")
        fields, bearer = asked.fields(value), {"Authorization": f"Bearer {token}"}
        if asked.in_body:
            response = await self.client.post(path, json=fields, headers=bearer)
        else:
            query = {name: str(each) for name, each in fields.items()}
            day = {"available_on": "2026-12-24"} if path == "/api/search" else {}
            response = await self.client.get(path, params={**query, **day}, headers=bearer)
        envelope = response.json()
        messages: dict[str, str] = envelope["message"]["iv_msg"]
        told = {name: messages[name] for name in fields if name in messages}
        return response.status_code, envelope["status"], told

    async def wrong_answers(self, asked: NumericInputs) -> list[tuple[object, ...]]:
        """What is not refused as `abc` is, with the answer."""
        refused = await self.answer(asked, "abc")
        wrong: list[tuple[object, ...]] = []
        if refused[:2] != (200, False) or set(refused[2]) != set(asked.fields("")):
            wrong.append((asked, "abc", refused))
        for value in NO_NUMBERS if asked.in_body else (*NO_NUMBERS, *SPACED):
            given = await self.answer(asked, value)
            if given != refused:
                wrong.append((asked, value, given))
        for value in (HUGE, 10**400) if asked.in_body else (HUGE,):
            given = await self.answer(asked, value)
            if given[:2] != (200, False) or set(given[2]) != set(refused[2]):
                wrong.append((asked, "400 figures", given))
        return wrong


async def test_what_is_no_plain_number_is_refused_everywhere_alike(embedded_run: EmbeddedRun) -> None:
    inputs = numeric_inputs()
    assert sum(len(each.names) for each in inputs) > 70
    async with httpx.AsyncClient(base_url=embedded_run.url, timeout=60) as client:
        provider = Provider(client, "Nora Numbers", new_email("numbers"))
        await provider.join(MailboxClient(client, f"{embedded_run.url}/dev/mail.json"))
        await provider.open_shop()
        staff = Persona(client, "Ada Staff", TEST_STAFF_EMAIL)
        await staff.sign_in()
        attacker = Attacker(client, provider.token or "", staff.token or "")
        wrong = await asyncio.gather(*(attacker.wrong_answers(each) for each in inputs))
    found = [str(answer) for answers in wrong for answer in answers]
    assert not found, "\n".join(found[:30])
