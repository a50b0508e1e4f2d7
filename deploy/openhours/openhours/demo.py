"""`openhours demo`: fills an empty set on this machine with the people, posts and bookings of the demo."""

import argparse
import asyncio
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import Final
from urllib.parse import urlsplit

from chassis import postgres
from chassis.clear_text import is_loopback
from identity.settings import IdentitySettings

from openhours.commands import FINE, FOUND
from openhours.output import print_problem
from openhours.parts import SERVICES, WrongSettings, read_settings, settings_of

NOT_HERE: Final = "The demo is not in the image: call this in a checkout."
OTHERS: Final = (
    "The demo's passwords are known to everybody, and {name} is not on this machine. Nothing was done."
)
NOT_EMPTY: Final = "There are accounts already. The demo is for an empty set. Nothing was done."


def declare(parser: argparse.ArgumentParser) -> None:
    """The command has no arguments."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """Add the demo. Raises `parts.WrongSettings`, also when a store or the public address is elsewhere."""
    del arguments
    if find_spec("demo") is None or find_spec("local") is None:
        raise WrongSettings(NOT_HERE)
    identity = read_settings("identity", IdentitySettings)
    urls = {service: settings_of(service).database_url for service in SERVICES}
    _refuse_others({"PUBLIC_URL": identity.public_url, **urls})
    return asyncio.run(_fill(identity, urls))


def _refuse_others(urls: dict[str, str]) -> None:
    for name, url in urls.items():
        if not is_loopback(urlsplit(url).hostname or ""):
            raise WrongSettings(OTHERS.format(name=name))


async def _fill(identity: IdentitySettings, urls: dict[str, str]) -> int:
    # Only a checkout has these; the image has not.
    from chassis.key_files import sealing_keys  # noqa: PLC0415
    from chassis.sealing import Sealing  # noqa: PLC0415
    from demo.people import STAFF_EMAIL  # noqa: PLC0415
    from demo.seed import add_demo, store_pictures, welcome  # noqa: PLC0415
    from local.staff import give_known_factor  # noqa: PLC0415

    if await _has_accounts(identity.database_url):
        print_problem(NOT_EMPTY)
        return FOUND
    begun = await add_demo(urls, datetime.now(UTC))
    if begun is None:
        print_problem(NOT_EMPTY)
        return FOUND
    key = sealing_keys(identity.second_factor_key, identity.second_factor_key_path, create=False)
    await give_known_factor(urls["identity"], STAFF_EMAIL, Sealing(key))
    media = {each: settings_of(each).media_url for each in ("profiles", "feed")}
    await store_pictures(begun, media, urls)
    print(welcome())
    return FINE


async def _has_accounts(identity_url: str) -> bool:
    connection = await postgres.connect(identity_url)
    try:
        return bool(await connection.fetchval("SELECT EXISTS (SELECT FROM account)"))
    finally:
        await connection.close()
