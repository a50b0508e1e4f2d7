"""`openhours check`: looks at every dependency and says in plain words what is well and what to do."""

import argparse
import asyncio
from collections.abc import AsyncGenerator
from typing import Final

from contracts.zones import EDITION
from gateway.settings import GatewaySettings
from identity.settings import IdentitySettings
from notifications.settings import NotificationsSettings

from openhours.checks.broker import check_broker
from openhours.checks.databases import check_database
from openhours.checks.finding import Finding, ok, wrong
from openhours.checks.mail_server import check_mail_server
from openhours.checks.signing_keys import check_signing_keys
from openhours.checks.stores import check_limits, check_media, check_public_url, check_push
from openhours.commands import FINE, FOUND
from openhours.output import print_json
from openhours.parts import PARTS, SERVICES, WrongSettings, read_settings, settings_of

SETTINGS_ADVICE: Final = "Set it as `openhours --help` says."


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--json", action="store_true", help="print a JSON list of what was found")


def run(arguments: argparse.Namespace) -> int:
    """Check everything; 1 when something is wrong. A part whose settings are wrong is one of the findings."""
    found = asyncio.run(_all(as_json=arguments.json))
    if arguments.json:
        print_json([each.facts() for each in found])
    else:
        counts = {state: sum(each.state == state for each in found) for state in ("ok", "degraded", "wrong")}
        print(", ".join(f"{count} {state}" for state, count in counts.items()))
    return FOUND if any(each.state == "wrong" for each in found) else FINE


async def _all(*, as_json: bool) -> list[Finding]:
    found: list[Finding] = []
    async for each in _findings():
        found.append(each)
        if not as_json:
            _print(each)
    return found


async def _findings() -> AsyncGenerator[Finding]:
    yield ok("time zones", f"{EDITION} in every part of this version; PostgreSQL is asked for UTC alone")
    unread = {}
    for part in PARTS:
        try:
            settings_of(part)
        except WrongSettings as problem:
            unread[part] = wrong(f"{part}: settings", str(problem), SETTINGS_ADVICE)
    for each in unread.values():
        yield each
    for service in SERVICES:
        if service not in unread:
            for each in await check_database(service, settings_of(service)):
                yield each
    known = [part for part in PARTS if part not in unread]
    if known:
        for each in await check_broker(settings_of(known[0]).rabbitmq_url):
            yield each
    async for each in _of_parts(known):
        yield each


async def _of_parts(known: list[str]) -> AsyncGenerator[Finding]:
    """What single parts need beside a database and the broker."""
    if "identity" in known:
        for each in await check_signing_keys(read_settings("identity", IdentitySettings)):
            yield each
    if "notifications" in known:
        notifications = read_settings("notifications", NotificationsSettings)
        yield await check_mail_server(notifications)
        for each in check_push(notifications):
            yield each
    for each in await check_media(
        settings_of(part).media_url for part in known if part in ("profiles", "feed")
    ):
        yield each
    if "gateway" in known:
        gateway = read_settings("gateway", GatewaySettings)
        yield await check_limits(gateway)
        yield await check_public_url(gateway.public_url)


def _print(finding: Finding) -> None:
    print(f"{finding.state:<10}{finding.what:<30}{finding.said}", flush=True)
    if finding.advice:
        print(f"{'':<40}→ {finding.advice}", flush=True)
