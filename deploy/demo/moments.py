"""Ids and times of the demo: the same for each start at the same moment."""

import hashlib
import random
from datetime import datetime
from typing import Final

SEED: Final = 16


def id_at(moment: datetime, *thing: object) -> str:
    """The id of a thing: as `chassis.ids.new_id` makes them, later ones sort after earlier ones."""
    figures = f"{int(moment.timestamp() * 1000):012x}"
    digest = hashlib.sha256("/".join(map(str, (figures, *thing))).encode()).hexdigest()
    variant = "89ab"[int(digest[15], 16) % 4]
    return f"{figures[:8]}-{figures[8:]}-7{digest[:3]}-{variant}{digest[3:6]}-{digest[16:28]}"


def dice_of(*thing: object) -> random.Random:
    """Dice of one thing: what is added elsewhere does not change how they fall."""
    return random.Random("/".join(map(str, (SEED, *thing))))
