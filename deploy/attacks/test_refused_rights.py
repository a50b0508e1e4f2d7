"""Who is refused leaves a trace, and nobody can bury it or fill the log with it (OWASP ASVS 16.3.2).

Each caller of proto-contracts/docs/callers.md tries every call that refuses it, in the whole system.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import socketio
from attacks.test_callers import EARLIER, refused
from chassis.http.refused_rights import BURST
from ci.documents.callers import CODE, Caller, admission_of, refusal
from client.personas import PASSWORD, Guest, Persona, Provider, free_slots, new_email
from gateway.routes import COMPOSED, Route
from local.staff import TEST_STAFF_EMAIL
from profiles.app import create_app as create_profiles
from profiles.settings import ProfilesSettings
from socketio.exceptions import ConnectionError as SocketRefused
from testkit.environments import EmbeddedRun
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import NewDatabase, ServiceApp

Line = dict[str, str]
MANY: Final = 10_000
HANDFUL: Final = 8
REASONS: Final[dict[int | str | None, set[str]]] = {
    401: {"no_token", "wrong_kind"},
    403: {"not_allowed", "not_staff", "one_factor"},
    422: {"login_over"},
    CODE: {"unconfirmed"},
}
"""Which reasons the log may give for the answer of a cell."""
KINDS: Final = {
    Caller.NOBODY: "unknown",
    Caller.GUEST: "guest",
    Caller.STAFF_WITHOUT_FACTOR: "staff",
    Caller.STAFF: "staff",
}


@pytest.fixture(scope="module")
def embedded_run(logged_run: EmbeddedRun) -> EmbeddedRun:
    """The whole system, with the log of a deployment."""
    return logged_run


def lines_of(run: EmbeddedRun) -> list[Line]:
    """The lines about refused rights, by their fields."""
    written = run.log.read_text(errors="replace").splitlines()
    return [dict(re.findall(r"(\w+)=(\S*)", line)) for line in written if "right refused" in line]


def call_of(line: Line) -> str:
    """The call of a line; the gateway names it without its path."""
    return line["route"].removeprefix("/api/").partition("/")[0]


async def try_all(
    http: httpx.AsyncClient, caller: Caller, token: str | None
) -> dict[str, tuple[Route, int | str]]:
    """Try each call that refuses this caller; returns by the request's id the call and how it answers."""
    cells = {
        f"{caller.name.lower().replace('_', '-')}-{route.call.replace('_', '-')}": (route, expected)
        for route in EARLIER
        if (expected := refusal(admission_of(route), caller)) and route.call != "create_appointment_order"
    }
    for name, (route, expected) in cells.items():
        assert await refused(http, route, token, {}, name) == expected, name
    return cells


@pytest.mark.parametrize("caller", [each for each in Caller if each is not Caller.STAFF])
async def test_each_refused_cell_leaves_one_line(
    http: httpx.AsyncClient, embedded_run: EmbeddedRun, callers: dict[Caller, str | None], caller: Caller
) -> None:
    known = {(call_of(line), line["caller_id"]) for line in lines_of(embedded_run)}
    cells = await try_all(http, caller, callers[caller])
    lines = lines_of(embedded_run)
    by_request: dict[str, list[Line]] = {}
    for line in lines:
        by_request.setdefault(line["request_id"], []).append(line)
    assert cells
    for name, (route, expected) in cells.items():
        told = by_request.get(name, [])
        if route.service == COMPOSED:  # each service that was asked tells of it
            assert {line["service"] for line in told} or caller is Caller.SUSPENDED, name
            assert len({line["service"] for line in told}) == len(told), name
        elif caller is Caller.SUSPENDED and route.call in {call for call, _ in known}:
            continue  # the fixture asked it already
        else:
            assert [call_of(line) for line in told] == [route.call], (name, told)
        for line in told:
            assert line["reason"] in REASONS[expected], line
            assert line["caller"] == KINDS.get(caller, "account"), line
            assert bool(line["caller_id"]) == (caller is not Caller.NOBODY), line
            assert "nothing" not in line["route"], "a value of the path"


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
