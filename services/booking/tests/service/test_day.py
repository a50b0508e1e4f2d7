"""A provider's day over HTTP: what has changed since the last look, on any device, and the private notes."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
from booking.jobs import forget_old_changes
from chassis.db import Database
from chassis.jobs import run_once
from contracts.events.identity import AccountDeleted
from local.databases import asyncpg_url

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service


async def changes(marketplace: "Marketplace", who: str) -> dict[str, Any]:
    return (await marketplace.get("get_schedule_changes", marketplace.as_(who)))["data"]


async def news(marketplace: "Marketplace", who: str) -> list[tuple[str, str]]:
    found = (await changes(marketplace, who))["changes"]
    return [(each["order_id"], each["kind"]) for each in found if each["is_new"]]


async def look(marketplace: "Marketplace", who: str) -> None:
    as_of = (await changes(marketplace, who))["as_of"]
    answer = await marketplace.post("mark_changes_seen", {"iv_seen_until": as_of}, marketplace.as_(who))
    assert answer["status"], answer


def later(marketplace: "Marketplace", **span: float) -> None:
    marketplace.now += timedelta(**span)


async def move(marketplace: "Marketplace", proposer: str, other: str, order_id: str, provider: str) -> None:
    """One side proposes the day's third free slot, the other side accepts it."""
    slot = (await marketplace.slots(provider))[2]
    wanted = [{key: slot[key] for key in ("appointment_slot_id", "provider_start_time")}]
    body = {"iv_order_id": order_id, "iv_session_list": wanted}
    assert (await marketplace.post("propose_new_time", body, marketplace.as_(proposer)))["status"]
    said = {"iv_order_id": order_id, "iv_answer": "accepted"}
    assert (await marketplace.post("answer_new_time", said, marketplace.as_(other)))["status"]


async def test_what_others_did_is_new_until_the_account_has_looked(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Ana Client")
    await marketplace.has_been_there(account_id=client)
    moved = await marketplace.booked(provider, client, 0)
    gone = await marketplace.booked(provider, client, 1)
    [last, first] = (await changes(marketplace, provider))["changes"]
    assert (first["order_id"], last["order_id"]) == (moved, gone)
    assert (last["kind"], last["name"], last["services"], last["request_status"]) == (
        "booked", "Ana Client", ["Talk"], "pending",
    )  # fmt: skip
    await look(marketplace, provider)
    assert await news(marketplace, provider) == [], "on no device of the account"

    later(marketplace, minutes=1)
    await marketplace.respond(provider, moved, "accepted")
    former = (await changes(marketplace, provider))["changes"][1]["starts_at"]
    await move(marketplace, provider, client, moved, provider)
    later(marketplace, minutes=1)
    await marketplace.respond(client, gone, "cancelled")
    assert await news(marketplace, provider) == [(gone, "cancelled"), (moved, "moved")]
    shown = next(
        each for each in (await changes(marketplace, provider))["changes"] if each["order_id"] == moved
    )
    assert shown["former_start"] == former
    assert shown["starts_at"] > former


async def test_what_the_provider_did_is_no_news_and_what_came_later_stays_new(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.has_been_there(account_id=client)
    mine, theirs = (
        await marketplace.booked(provider, client, 0),
        await marketplace.booked(provider, client, 1),
    )
    await look(marketplace, provider)
    seen = (await changes(marketplace, provider))["as_of"]
    later(marketplace, minutes=1)
    await marketplace.respond(provider, mine, "accepted")
    await move(marketplace, client, provider, mine, provider)
    await marketplace.respond(provider, mine, "cancelled")
    assert await news(marketplace, provider) == []
    later(marketplace, minutes=1)
    await marketplace.respond(client, theirs, "cancelled")
    body = {"iv_seen_until": seen}
    assert (await marketplace.post("mark_changes_seen", body, marketplace.as_(provider)))["status"]
    assert await news(marketplace, provider) == [(theirs, "cancelled")], "a late tab hides nothing"
    ahead = {"iv_seen_until": "2099-01-01T00:00:00Z"}
    await marketplace.post("mark_changes_seen", ahead, marketplace.as_(provider))
    later(marketplace, minutes=1)
    third = await marketplace.booked(provider, client, 3)
    assert (third, "booked") in await news(marketplace, provider), "nobody sees what is still to come"


async def test_the_system_and_a_provider_elsewhere_change_a_day_too(marketplace: "Marketplace") -> None:
    provider, elsewhere = await marketplace.provider(), await marketplace.provider(name="Eva Elsewhere")
    asked = await marketplace.booked(elsewhere, provider, 0)
    later(marketplace, minutes=1)
    await marketplace.respond(elsewhere, asked, "accepted")
    await marketplace.respond(elsewhere, asked, "cancelled")
    assert await news(marketplace, provider) == [(asked, "cancelled")]
    unanswered = await marketplace.booked(provider, await marketplace.person(), 1)
    later(marketplace, days=3)
    await marketplace.run_jobs()
    assert (unanswered, "cancelled") in await news(marketplace, provider)


async def test_changes_are_kept_for_weeks_and_go_with_the_account(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client, 0)
    await marketplace.respond(client, order_id, "cancelled")
    await look(marketplace, provider)
    export = (await marketplace.http.get("/internal/export", headers=marketplace.as_(provider))).json()[
        "data"
    ]
    assert [each["order_id"] for each in export["schedule_changes"]] == [order_id]
    later(marketplace, days=31)
    database = Database(marketplace.database_url)
    await run_once(forget_old_changes, database, marketplace.now)
    await database.close()
    assert await rows(marketplace) == (0, 1)
    await marketplace.tell(AccountDeleted(account_id=provider))
    assert await rows(marketplace) == (0, 0)


async def rows(marketplace: "Marketplace") -> tuple[int, int]:
    """How many changes and looks are stored."""
    connection = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        found = await connection.fetchrow(
            "SELECT (SELECT count(*) FROM schedule_change) AS changes,"
            " (SELECT count(*) FROM schedule_look) AS looks"
        )
        assert found
        return found["changes"], found["looks"]
    finally:
        await connection.close()


async def test_notes_are_of_the_callers_own_clients_alone(marketplace: "Marketplace") -> None:
    provider, other, client = (
        await marketplace.provider(),
        await marketplace.provider(name="Otto Other"),
        await marketplace.person(),
    )  # fmt: skip
    order_id = await marketplace.booked(provider, client, 0)
    found = await marketplace.get(f"get_client_of_order/{order_id}", marketplace.as_(provider))
    client_id = found["data"]["client_id"]
    written = {"iv_client_id": client_id, "iv_note": "Tips well.", "iv_tags": ["regular"]}
    await marketplace.post("update_client", written, marketplace.as_(provider))
    for who, notes in (
        (
            provider,
            [{"order_id": order_id, "client_id": client_id, "note": "Tips well.", "tags": ["regular"]}],
        ),
        (other, []),
    ):
        answer = await marketplace.get(
            "get_notes_of_orders", marketplace.as_(who), order_ids=f"{order_id},no-such"
        )
        assert answer["data"]["notes"] == notes
    many = ",".join(f"order-{n}" for n in range(101))
    refused = await marketplace.get("get_notes_of_orders", marketplace.as_(provider), order_ids=many)
    assert list(refused["message"]["iv_msg"]) == ["order_ids"]


async def test_clients_have_no_day(marketplace: "Marketplace") -> None:
    client = marketplace.as_(await marketplace.person())
    for call in ("get_schedule_changes", "get_notes_of_orders?order_ids=a"):
        assert (await marketplace.http.get(f"/api/{call}", headers=client)).status_code == 403
        assert (await marketplace.http.get(f"/api/{call}")).status_code == 401
    seen = await marketplace.http.post("/api/mark_changes_seen", json={"iv_seen_until": "x"}, headers=client)
    assert seen.status_code == 403
