"""Reading all mails in the mailbox of a developer's machine, from elsewhere or by a page of elsewhere."""

from pathlib import Path
from typing import Final

import httpx
import pytest
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from gateway.app import create_app
from gateway.routes import MAILBOX_PATHS
from gateway.settings import GatewaySettings

HERE: Final = ("127.0.0.1", 1)
NOBODY: Final = "http://127.0.0.1:9"
PASSED_ON: Final = 503
"""The status of what reaches the mailbox: nothing is behind the gateway."""


async def answer_of(
    folder: Path, path: str, host: str, peer: tuple[str, int], headers: dict[str, str]
) -> int:
    """The status of what a request for the mailbox is answered."""
    settings = GatewaySettings(
        web_dist=folder, access_log_share=0, dev_mailbox=True, notifications_url=NOBODY
    )
    app = create_app(settings, Wiring(bus=LocalBus()))
    async with app.running():
        transport = httpx.ASGITransport(app, client=peer)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}:8000") as client:
            return (await client.get(path, headers=headers)).status_code


@pytest.mark.parametrize("path", sorted(MAILBOX_PATHS))
@pytest.mark.parametrize(
    ("host", "peer", "headers"),
    [
        ("192.168.1.7", ("192.168.1.9", 1), {}),
        ("127.0.0.1", ("192.168.1.9", 1), {}),
        ("rebound.example", HERE, {}),
        ("127.0.0.1.rebound.example", HERE, {}),
        ("localhost.", HERE, {}),
        ("192.168.1.7", HERE, {}),
        ("127.0.0.1", HERE, {"Host": ""}),
        ("127.0.0.1", HERE, {"Host": "["}),
        ("127.0.0.1", HERE, {"Host": "rebound.example:x@127.0.0.1"}),
        ("127.0.0.1", HERE, {"X-Forwarded-For": "192.168.1.9"}),
        ("127.0.0.1", HERE, {"Forwarded": "for=192.168.1.9"}),
    ],
)
async def test_the_mailbox_is_closed_to_others(
    tmp_path: Path, path: str, host: str, peer: tuple[str, int], headers: dict[str, str]
) -> None:
    assert await answer_of(tmp_path, path, host, peer, headers) == 404


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"])
@pytest.mark.parametrize("peer", [HERE, ("::1", 1), ("::ffff:127.0.0.1", 1)])
async def test_the_mailbox_is_open_on_this_machine(tmp_path: Path, host: str, peer: tuple[str, int]) -> None:
    assert await answer_of(tmp_path, "/dev/mail", host, peer, {}) == PASSED_ON
