"""Who is refused leaves a trace, and nobody can bury it or fill the log with it (OWASP ASVS 16.3.2).

That each call leaves it is tested with the callers.
"""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import socketio
from attacks.refused_lines import call_of, lines_of
from chassis.http.refused_rights import BURST
from client.personas import PASSWORD, Guest, Persona, Provider, free_slots, new_email
from local.staff import TEST_STAFF_EMAIL
from profiles.app import create_app as create_profiles
from profiles.settings import ProfilesSettings
from socketio.exceptions import ConnectionError as SocketRefused
from testkit.environments import EmbeddedRun
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import NewDatabase, ServiceApp

MANY: Final = 10_000
HANDFUL: Final = 8


@pytest.fixture(scope="module")
def embedded_run(logged_run: EmbeddedRun) -> EmbeddedRun:
    """The whole system, with the log of a deployment."""
    return logged_run


async def test_objects_of_others_links_factors_and_sockets_are_told(
    http: httpx.AsyncClient, embedded_run: EmbeddedRun, shop: Any, postbox: Any
) -> None:
    guest, mallory = Guest(http, postbox, "Gil", new_email("gil")), Provider(http, "Mal", new_email("mal"))
    await guest.introduce()
    await mallory.join(postbox)
    await mallory.open_shop()
    order = str(
        (await guest.book(shop, (await free_slots(guest, shop))[:1])).part("booking_data")["order_id"]
    )
    mallory_headers = {"Authorization": f"Bearer {mallory.token}"}
    tried: dict[str, httpx.Response] = {
        "not_yours": await http.get(f"/api/get_guest_booking/{order}", headers=mallory_headers),
        "bad_link": await http.get(f"/api/get_guest_booking/{order}?token=no-such-link"),
        "bad_token": await http.get(
            "/api/get_account_profile", headers={"Authorization": f"Bearer {mallory.token[:-6]}AAAAAA"}
        ),
    }
    blocked = await http.post("/api/block_guest", json={"iv_order_id": order}, headers=mallory_headers)
    assert [answer.status_code for answer in (*tried.values(), blocked)] == [404, 401, 401, 404]
    staff = Persona(http, "Ada", TEST_STAFF_EMAIL)
    step = await staff.post("sign_in", iv_email=staff.email, iv_password=PASSWORD)
    challenge = str(step.part("second_factor")["challenge"])
    wrong = await staff.post("sign_in_second_factor", iv_challenge=challenge, iv_code="000000")
    assert not wrong.done
    socket = socketio.AsyncClient(reconnection=False)
    with pytest.raises(SocketRefused):
        await socket.connect(embedded_run.url, auth={"token": "forged"}, transports=["websocket"])
    lines = lines_of(embedded_run)
    assert ("gateway", "/socket.io", "bad_token") in {
        (line["service"], line["route"], line["reason"]) for line in lines
    }
    by_reason = {line["reason"]: line for line in lines if order not in line["route"]}
    assert by_reason.keys() >= {*tried, "wrong_factor"}, by_reason
    assert {call_of(line) for line in lines if line["reason"] == "not_yours"} == {
        "get_guest_booking",
        "block_guest",
    }
    assert by_reason["not_yours"]["caller_id"] == mallory.id
    assert by_reason["wrong_factor"]["caller_id"]
    written = embedded_run.log.read_text(errors="replace")
    for secret in (mallory.token, mallory.token[:-6], "no-such-link", guest.email, mallory.email, order):
        assert not [line for line in written.splitlines() if "right refused" in line and secret in line]


@pytest.fixture
async def profiles(new_database: NewDatabase, service_app: ServiceApp, tmp_path: Path) -> httpx.AsyncClient:
    """The profiles service alone."""
    settings = ProfilesSettings(database_url=await new_database("profiles"), media_url=f"file://{tmp_path}")
    return await service_app(create_profiles, settings)


@pytest.mark.service
async def test_an_act_long_after_signing_in_and_a_stolen_token_are_told(
    profiles: httpx.AsyncClient, tokens: Tokens, capsys: pytest.CaptureFixture[str]
) -> None:
    act = {"iv_account_id": "x", "iv_suspended": "yes", "iv_note": "Spam."}
    old = tokens.bearer(tokens.staff("ada", seconds_ago=3600))
    bound = {"sub": "ada", "typ": "account", "lid": "ada", "cnf": {"cookie#S256": "digest of a cookie"}}
    stolen = tokens.bearer(tokens.signed(bound))
    capsys.readouterr()
    await profiles.post("/api/staff_set_account_standing", json=act, headers=old)
    assert (await profiles.get("/api/get_account_profile", headers=stolen)).status_code == 401
    lines = written_lines(capsys.readouterr().err.splitlines())
    assert [(line["reason"], line["caller"], line["caller_id"]) for line in lines] == [
        ("step_up_due", "staff", "ada"),
        ("other_browser", "account", "ada"),
    ]


@pytest.mark.service
@pytest.mark.long
async def test_ten_thousand_refusals_are_a_handful_of_lines(
    profiles: httpx.AsyncClient, tokens: Tokens, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tokens.bearer(tokens.account("mallory"))
    capsys.readouterr()
    for _ in range(MANY // 2):
        assert (await profiles.get("/api/staff_get_overview", headers=mine)).status_code == 403
        assert (await profiles.get("/api/get_account_profile")).status_code == 401
    lines = written_lines(capsys.readouterr().err.splitlines())
    by_reason = Counter(line["reason"] for line in lines)
    assert by_reason.keys() == {"not_staff", "no_token"}
    assert max(by_reason.values()) <= HANDFUL
    assert {line["times"] for line in lines} >= {1, 10, 100, 1000}


@pytest.mark.service
async def test_neither_do_thousands_of_accounts_fill_the_log_nor_strangers_hide_them(
    profiles: httpx.AsyncClient, tokens: Tokens, capsys: pytest.CaptureFixture[str]
) -> None:
    accounts = [tokens.bearer(tokens.account(f"mallory-{number}")) for number in range(4 * BURST)]
    capsys.readouterr()
    for number in range(MANY // 10):
        forged = {"Authorization": f"Bearer forged-{number}"}
        assert (await profiles.get("/api/get_account_profile", headers=forged)).status_code == 401
    strangers = written_lines(capsys.readouterr().err.splitlines())
    assert 0 < len(strangers) <= HANDFUL
    for headers in (*accounts, *accounts):
        assert (await profiles.get("/api/staff_get_overview", headers=headers)).status_code == 403
    lines = written_lines(capsys.readouterr().err.splitlines())
    assert lines[0]["caller_id"] == "mallory-0", "the first is told in full"
    assert BURST <= len(lines) <= BURST + HANDFUL * 4


def written_lines(lines: Iterable[str]) -> list[dict[str, Any]]:
    """The lines of a service's log about refused rights."""
    read = [json.loads(line) for line in lines if line.startswith("{")]
    return [line for line in read if line["event"] == "right refused"]
