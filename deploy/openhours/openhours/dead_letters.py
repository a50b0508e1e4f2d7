"""`openhours dead-letters list | show | replay`: events that a service could not handle."""

import argparse
import asyncio
import re
from collections.abc import Mapping
from typing import Final

import orjson
from chassis import dead_letters
from chassis.dead_letters import Choice, DeadLetter, all_of_them, none_of_them
from chassis.logs import HIDDEN
from pydantic import JsonValue

from openhours.commands import FINE, FOUND
from openhours.output import print_json, print_problem
from openhours.parts import SERVICES, WrongSettings, chosen_services, settings_of

SHOWN: Final = re.compile(r"(.*_)?(ids?|at|status|kind|what|act|revision|version|currency|minutes)")
"""Fields of an event whose texts are shown. Other texts may be somebody's words, an address or a secret."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    acts = parser.add_subparsers(dest="act", required=True)
    listed = acts.add_parser("list", help="one line each")
    shown = acts.add_parser("show", help="one event without what may be private or secret")
    again = acts.add_parser("replay", help="hand events to their service again, when its fault is mended")
    shown.add_argument("event", help="the event's id, as `list` prints it")
    again.add_argument("event", nargs="*", help="the ids of events")
    again.add_argument("--all", action="store_true", help="every dead letter")
    for each in (listed, shown, again):
        each.add_argument(
            "--service", action="append", choices=SERVICES, default=[], help="may be repeated; all without it"
        )
        each.add_argument("--json", action="store_true", help="print one JSON value")


def run(arguments: argparse.Namespace) -> int:
    """List, show or replay. Listing dead letters exits with 1: something is wrong. Raises WrongSettings."""
    services = chosen_services(arguments.service)
    match arguments.act:
        case "list":
            return _list(_found(services, none_of_them), as_json=arguments.json)
        case "show":
            return _show(_found(services, none_of_them), arguments.event)
        case _:
            return _replay(services, arguments)


def _found(services: list[str], again: Choice) -> list[tuple[str, DeadLetter]]:
    settings = {service: settings_of(service) for service in services}

    async def find() -> list[tuple[str, DeadLetter]]:
        return [
            (service, letter)
            for service, its in settings.items()
            for letter in await dead_letters.find(service, its, again=again)
        ]

    return asyncio.run(find())


def _list(found: list[tuple[str, DeadLetter]], *, as_json: bool) -> int:
    if as_json:
        print_json([_facts(service, letter) for service, letter in found])
    else:
        for service, letter in found:
            print(_line(service, letter))
        print(f"{len(found)} dead letters")
    return FOUND if found else FINE


def _show(found: list[tuple[str, DeadLetter]], event_id: str) -> int:
    chosen = [(service, letter) for service, letter in found if letter.event_id == event_id]
    for service, letter in chosen:
        print_json({**_facts(service, letter), "event": without_texts(orjson.loads(letter.payload))})
    if not chosen:
        print_problem(f"No dead letter has the id {event_id}.")
    return FINE if chosen else FOUND


def _replay(services: list[str], arguments: argparse.Namespace) -> int:
    wanted = set(arguments.event)
    if arguments.all == bool(wanted):
        raise WrongSettings("Name events, or say --all; not both.")
    found = _found(services, all_of_them if arguments.all else wanted.__contains__)
    again = [(service, letter) for service, letter in found if letter.again]
    if arguments.json:
        print_json([_facts(service, letter) for service, letter in again])
    else:
        for service, letter in again:
            print(_line(service, letter))
        print(f"{len(again)} events are on their way to their services again")
    missing = wanted - {letter.event_id for _, letter in again}
    for event_id in sorted(missing):
        print_problem(f"No dead letter has the id {event_id}.")
    return FOUND if missing else FINE


def _facts(service: str, letter: DeadLetter) -> dict[str, JsonValue]:
    return {
        "service": service,
        "event_id": letter.event_id,
        "key": letter.key,
        "aggregate": _without_address(letter.aggregate),
        "since": letter.since.isoformat() if letter.since else None,
        "reason": letter.reason,
    }


def _line(service: str, letter: DeadLetter) -> str:
    since = letter.since.isoformat(timespec="seconds") if letter.since else "-"
    aggregate = _without_address(letter.aggregate)
    return f"{letter.event_id}  {service:<14}{letter.key}  {aggregate}  {since}  {letter.reason}"


def _without_address(aggregate: str) -> str:
    """The unit of order of an event; that of a mail is the address that it goes to."""
    kind, _, rest = aggregate.partition(":")
    return f"{kind}:{HIDDEN}" if "@" in rest else aggregate


def without_texts(value: JsonValue, name: str = "") -> JsonValue:
    """A JSON value of an event with the texts hidden that are neither ids nor times nor kinds."""
    if isinstance(value, Mapping):
        return {key: without_texts(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [without_texts(each, name) for each in value]
    return HIDDEN if isinstance(value, str) and not SHOWN.fullmatch(name) else value
