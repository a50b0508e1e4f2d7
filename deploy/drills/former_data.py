"""What people have made with the old code, read before and after an upgrade: orders of every state, slots,
hours of all kinds, ratings, alerts, circles, posts, and the export of all of it.

They are the people of the recorded calls (`testkit.former_calls`). The answers to what they read in the end
are kept as the old code gave them, and the new code must answer the same; new fields are no difference.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import asyncpg
import httpx
from client.mailbox_client import MailboxClient
from local.cluster import Cluster
from local.databases import asyncpg_url
from testkit.former_calls.recording import Call, read_recording, recordings
from testkit.former_calls.replay import Replay

STATUSES = ("pending", "accepted", "ongoing", "completed", "cancelled", "rejected")


class FormerData:
    """The people of the newest recording, in a running set."""

    def __init__(self, replay: Replay, steps: tuple[Call, ...]) -> None:
        """`steps` are those that read what stays."""
        self._replay, self._reads = replay, steps

    async def keep(self) -> list[str]:
        """Read everything, and keep the answers for `lost`; returns of which state there is no order."""
        self._reads = await self._replay.read_anew(self._reads)
        found = {
            each.send.get("status"): each.answer for each in self._reads if each.call == "get_booking_info"
        }
        return [f"there is no {each} order of before" for each in STATUSES if not _orders(found.get(each))]

    async def lost(self) -> list[str]:
        """What is not answered as it was when it was kept."""
        found = await self._replay.play(self._reads)
        return [f"from before the upgrade: {each}" for each in found]


@asynccontextmanager
async def made_by_old_code(
    cluster: Cluster, http: httpx.AsyncClient, mailbox: MailboxClient
) -> AsyncGenerator[FormerData]:
    """Let the people make everything; the block may then upgrade the set."""
    recording = read_recording(list(recordings().values())[-1])
    booking = await asyncpg.connect(asyncpg_url(cluster.database_urls["booking"]))
    try:
        replay = Replay(recording, http, mailbox, booking)
        differing = await replay.play(recording.steps)
        print(
            f"  {len(recording.steps)} steps of people of before, {len(differing)} answers differ", flush=True
        )
        yield FormerData(
            replay, tuple(each for each in recording.steps if isinstance(each, Call) and each.lasts)
        )
    finally:
        await booking.close()


def _orders(answer: object) -> bool:
    """Whether an answer of get_booking_info holds an order of the provider's."""
    match answer:
        case {"data": {"bookings_list": {"order": [_, *_]}}}:
            return True
        case _:
            return False
