"""`openhours replay --from SERVICE… --to SERVICE`: an owner tells another service its present state again."""

import argparse
import asyncio

from chassis import replay

from openhours.commands import FINE
from openhours.output import print_json
from openhours.parts import SERVICES, chosen_services, settings_of
from openhours.service_definitions import definition_of


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--to", required=True, choices=SERVICES, help="the service whose picture is rebuilt")
    parser.add_argument(
        "--from", action="append", choices=SERVICES, dest="owners", default=[],
        help="a service that tells its state; may be repeated; all others when none is named",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print one JSON object: events by service")


def run(arguments: argparse.Namespace) -> int:
    """Write the events into the owners' outboxes; their relays carry them. Raises `parts.WrongSettings`."""
    owners = [each for each in chosen_services(arguments.owners) if each != arguments.to]
    told = {owner: (settings_of(owner).database_url, definition_of(owner).replays) for owner in owners}
    counts: dict[str, int] = {}
    for owner, (url, replays) in told.items():
        counts[owner] = asyncio.run(replay.run(url, replays, arguments.to))
        if not arguments.json:
            print(f"{owner:<14}{counts[owner]} events are on their way to {arguments.to}")
    if arguments.json:
        print_json(counts)
    return FINE
