"""`make drill NAME=…`: the whole set against a fault or a change, while people use it.

python -m drills NAME [WORD ...]
"""

import argparse
import sys
from collections.abc import Mapping
from typing import Final

from drills import alarms, brokers, failover, image, pooler, replicas, scale, soak
from drills.running import Drill, run_drill

DRILLS: Final[Mapping[str, Drill]] = {
    "replicas": replicas.DRILL,
    "failover": failover.DRILL,
    "brokers": brokers.DRILL,
    "pooler": pooler.DRILL,
    "scale": scale.DRILL,
    "soak": soak.DRILL,
    "alarms": alarms.DRILL,
    "image": image.DRILL,
}


def main(words: list[str] | None = None) -> int:
    """Run the drill of the command line; returns 1 if something did not hold."""
    what = "\n".join(f"  {name:10} {drill.what}" for name, drill in DRILLS.items())
    parser = argparse.ArgumentParser(
        prog="python -m drills",
        description=f"Drills:\n{what}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", nargs="?", choices=DRILLS, metavar="NAME")
    parser.add_argument("words", nargs="*", metavar="WORD", help="seconds of soak, modes of pooler")
    arguments = parser.parse_args(words)
    if arguments.name is None:
        parser.print_help()
        return 0
    return run_drill(arguments.name, DRILLS[arguments.name], arguments.words)


if __name__ == "__main__":
    sys.exit(main())
