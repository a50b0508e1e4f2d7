"""Making accounts and guests' codes without end, from many addresses of one network."""

from pathlib import Path
from typing import Final

import httpx
import pytest
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from client.personas import new_email
from gateway.app import create_app
from gateway.rate_limits import BUSY_NETWORK
from gateway.settings import GatewaySettings
from starlette.types import ASGIApp
from testkit.fake_identity import Tokens

CALLS: Final = ("sign_up", "verify_guest_credentials")
FIRST: Final = BUSY_NETWORK[0][0]
LIMITED: Final = 429


async def ask(app: ASGIApp, call: str, address: str) -> httpx.Response:
    """A call from this network address, about a mail address of its own."""
    fields = {"iv_name": "Sam Stranger", "iv_email": new_email("sam"), "iv_password": "a phrase of words"}
    transport = httpx.ASGITransport(app, client=(address, 40_000))
    async with httpx.AsyncClient(transport=transport, base_url="http://gateway.test") as client:
        return await client.post(f"/api/{call}", json=fields)


@pytest.mark.parametrize(
    ("attacker", "neighbour"),
    [("203.0.113.{}", "203.0.112.7"), ("2001:db8:1:2::{}", "2001:db8:1:3::7")],
)
async def test_a_network_that_makes_many_newcomers_waits_ever_longer(
    tokens: Tokens, tmp_path: Path, attacker: str, neighbour: str
) -> None:
    settings = GatewaySettings(rate_limit_scale=1, web_dist=tmp_path, log_level="ERROR")
    app = create_app(settings, Wiring(bus=LocalBus(), transport=tokens.transport))
    async with app.running():
        answers = [
            await ask(app, CALLS[number % 2], attacker.format(number % 100 + 1))
            for number in range(3 * FIRST)
        ]
        assert [each.status_code for each in answers].count(LIMITED) == 2 * FIRST
        refused = next(each for each in answers if each.status_code == LIMITED)
        assert 60 < int(refused.headers["retry-after"]) <= 600, "longer than the limits of one address"
        assert refused.json()["status"] is False
        assert (await ask(app, CALLS[0], neighbour)).status_code != LIMITED, "other networks go on"
        signs_in = await ask(app, "sign_in", attacker.format(1))
        assert signs_in.status_code != LIMITED, "who has an account is not in the way"


def test_the_limits_shrink() -> None:
    rates = [count / minutes for count, minutes in BUSY_NETWORK]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] / rates[-1] > 10
