"""`openhours keys show | rotate | drop`: every key of a set, its age, and how it changes without a loss."""

import argparse
import asyncio
from collections.abc import Callable
from dataclasses import asdict
from typing import Final

from booking.external_calendars.resealing import EXTERNAL_CALENDARS
from booking.settings import BookingSettings
from identity.second_factor.resealing import APPS, WAITING_APPS
from identity.settings import IdentitySettings
from identity.tokens.keys import KeyProblem
from notifications.devices.resealing import DEVICES
from notifications.push.vapid import vapid_key
from notifications.settings import NotificationsSettings

from openhours.commands import FINE, FOUND
from openhours.key_rotation import sealed, signing
from openhours.key_rotation.files import NotNow, Shown, days_of
from openhours.key_rotation.sealed import SealingKeys
from openhours.output import print_json, print_problem
from openhours.parts import WrongSettings, read_settings

SEALED: Final = ("second-factor", "calendars", "devices")
ROTATED: Final = ("signing", *SEALED)
NOT_ROTATED: Final = {
    "guest-links": "A new GUEST_LINK_KEY ends every link in a guest's mail and every address of a subscribed "
    "calendar: they are made of it, and stored nowhere. Change it only if it is known to others.",
    "vapid": "A new VAPID key ends every subscription of a browser, which was made with its public half "
    "(RFC 8292); each comes back when its owner opens the app. Change it only if it is known to others.",
}
"""Keys that no overlap can save, and why."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    acts = parser.add_subparsers(dest="act", required=True)
    show = acts.add_parser("show", help="every key: where it is, how old, and how far its rotation")
    rotate = acts.add_parser("rotate", help="do the next step: add a key, then let it sign or seal")
    drop = acts.add_parser("drop", help="the last step: end what the former keys signed or sealed")
    show.add_argument("--json", action="store_true", help="print a JSON list")
    for each in (rotate, drop):
        each.add_argument("kind", choices=(*ROTATED, *NOT_ROTATED))
    drop.add_argument(
        "--at-once",
        action="store_true",
        help="though something is lost by it: the former key is known to others",
    )


def run(arguments: argparse.Namespace) -> int:
    """Show, rotate or drop. 1 when a step cannot be done now. Raises `parts.WrongSettings`."""
    if arguments.act == "show":
        return _show(as_json=arguments.json)
    if arguments.kind in NOT_ROTATED:
        print_problem(NOT_ROTATED[arguments.kind])
        return FOUND
    try:
        print(asyncio.run(_step(arguments)))
    except (NotNow, KeyProblem) as problem:
        print_problem(str(problem))
        return FOUND
    return FINE


async def _step(arguments: argparse.Namespace) -> str:
    if arguments.kind == "signing":
        settings = read_settings("identity", IdentitySettings)
        if arguments.act == "rotate":
            return await signing.rotate(settings)
        return signing.drop(settings, at_once=arguments.at_once)
    keys = _sealing_keys(arguments.kind)
    if arguments.act == "rotate":
        return sealed.rotate(keys)
    return await sealed.drop(keys, at_once=arguments.at_once)


def _sealing_keys(kind: str) -> SealingKeys:
    """Raises `parts.WrongSettings`."""
    if kind == "second-factor":
        identity = read_settings("identity", IdentitySettings)
        given, path = identity.second_factor_key, identity.second_factor_key_path
        rows = (APPS, WAITING_APPS)
        return SealingKeys(kind, "identity", "SECOND_FACTOR_KEY", given, path, identity.database_url, rows)
    if kind == "calendars":
        booking = read_settings("booking", BookingSettings)
        given, path = booking.sealing_key, booking.sealing_key_path
        rows = (EXTERNAL_CALENDARS,)
        return SealingKeys(kind, "booking", "SEALING_KEY", given, path, booking.database_url, rows)
    told = read_settings("notifications", NotificationsSettings)
    given, path = told.sealing_key, told.sealing_key_path
    return SealingKeys(kind, "notifications", "SEALING_KEY", given, path, told.database_url, (DEVICES,))


def _show(*, as_json: bool) -> int:
    found: list[Shown] = []
    problems: list[str] = []
    looks: list[Callable[[], Shown]] = [
        lambda: signing.show(read_settings("identity", IdentitySettings)),
        *(lambda kind=kind: sealed.show(_sealing_keys(kind)) for kind in SEALED),
        _guest_links,
        _vapid,
    ]
    for look in looks:
        try:
            found.append(look())
        except (KeyProblem, OSError, ValueError, WrongSettings) as problem:
            problems.append(str(problem))
    if as_json:
        print_json([asdict(each) for each in found])
    else:
        for each in found:
            age = "of unknown age" if each.days is None else f"{each.days} days old"
            print(f"{each.kind:<15}{each.keys} in {each.where}, {age}{f'; {each.said}' if each.said else ''}")
    for problem in problems:
        print_problem(problem)
    return FOUND if problems else FINE


def _guest_links() -> Shown:
    read_settings("booking", BookingSettings)
    return Shown("guest-links", "GUEST_LINK_KEY", 1, None, "cannot be rotated without ending links")


def _vapid() -> Shown:
    settings = read_settings("notifications", NotificationsSettings)
    key = vapid_key(settings.model_copy(update={"vapid_key_create": False}))
    path = None if settings.vapid_key_pem is not None else settings.vapid_key_path
    said = (
        "browsers are not offered push" if key is None else "cannot be rotated without ending subscriptions"
    )
    return Shown("vapid", str(path or "VAPID_KEY_PEM"), int(key is not None), days_of(path), said)
