"""What people have made with the old code, read before and after an upgrade: orders of every state, slots,
hours of all kinds, ratings, alerts, circles, posts, and the export of all of it.

They are the people of the recorded calls (`testkit.former_calls`). The answers to what they read in the end
are kept as the old code gave them, and the new code must answer the same; new fields are no difference.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx
from client.api_client import Json
from client.mailbox_client import MailboxClient
from local.cluster import Cluster
from local.databases import connected
from testkit.former_calls.comparer import Comparer
from testkit.former_calls.journey import travel
from testkit.former_calls.people import Asked
from testkit.former_calls.recording import read_recording, recordings
from testkit.former_calls.shapes import differences

STATUSES = ("pending", "accepted", "ongoing", "completed", "cancelled", "rejected")


class FormerData:
    """What people of before have made in a running set."""

    def __init__(self, people: Comparer) -> None:
        self._people = people
        self._kept: list[tuple[Asked, int, Json]] = []

    async def keep(self) -> list[str]:
        """Read everything, and keep the answers for `lost`; returns of which state there is no order."""
        self._kept = [(each, *await self._people.ask(each)) for each in self._people.lasting]
        found = {
            each.send.get("status"): answer
            for each, _, answer in self._kept
            if each.call == "get_booking_info"
        }
        return [f"there is no {each} order of before" for each in STATUSES if not _orders(found.get(each))]

    async def lost(self) -> list[str]:
        """What is not answered as it was when it was kept."""
        found: list[str] = []
        for asked, http, answer in self._kept:

            def compare(status: int, now: Json, was: tuple[int, Json] = (http, answer)) -> list[str]:
                return differences([*was], [status, now])

            _, lost = await self._people.ask_until(asked, compare)
            found += [f"from before the upgrade: {asked.what}: {each}" for each in lost]
        return found


@asynccontextmanager
async def made_by_old_code(
    cluster: Cluster, http: httpx.AsyncClient, mailbox: MailboxClient
) -> AsyncGenerator[FormerData]:
    """Let the people make everything; the block may then upgrade the set."""
    recording = read_recording(list(recordings().values())[-1])
    async with connected(cluster.database_urls["booking"]) as booking:
        people = Comparer(recording, http, mailbox, booking, of_its_version=True)
        differing = await people.differences(travel)
        print(
            f"  {len(recording.steps)} calls of people of before, {len(differing)} answers differ", flush=True
        )
        yield FormerData(people)


def _orders(answer: object) -> bool:
    """Whether an answer of get_booking_info holds an order of the provider's."""
    match answer:
        case {"data": {"bookings_list": {"order": [_, *_]}}}:
            return True
        case _:
            return False
