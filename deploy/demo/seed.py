"""Adds the demo to an environment by writing its rows. Safe to repeat: what is there stays as it is."""

import asyncio
import json
import sys
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from booking.orders.evidence import evidence_of as evidence_of_order
from booking.orders.serializers import order_facts
from booking.orders.store import set_reminders
from chassis.db import Database, Record, Statement, Transaction
from chassis.media.storage import open_media
from client.personas import STAFF_CODES, STAFF_SECRET
from contracts.events.booking_ratings import RatingGiven
from feed.media.store import keep_evidence_pictures
from feed.moderation.evidence import evidence_of as evidence_of_post
from feed.posts.store import lock_post
from identity.accounts.models import AccountRow
from identity.passwords.hashing import hashing
from identity.settings import IdentitySettings
from notifications.messages.evidence import evidence_of as evidence_of_message
from notifications.messages.store import find_message
from profiles.moderation.store import keep_evidence
from pydantic import JsonValue
from sqlalchemy import ARRAY, Text, any_, bindparam, column, select, table

from demo.alerts import alerts_of
from demo.bookings import Booking, bookings_of
from demo.moderation import FiledReport, Moderation, Things, moderation_of
from demo.people import PASSWORD, STAFF_EMAIL, WELCOMED, clients, providers
from demo.replays import tell
from demo.rows.copies import copied_rows
from demo.rows.of_booking import booking_rows, counts_of
from demo.rows.of_feed import feed_rows
from demo.rows.of_identity import identity_rows
from demo.rows.of_notifications import notifications_rows
from demo.rows.of_profiles import profiles_rows
from demo.rows.tables import Tables, write
from demo.social import Published, conversations_of, interests_of, posts_of
from demo.words import Words
from demo.world import STAFF_AGE, World, age_of

_ids = any_(bindparam("ids", type_=ARRAY(Text)))
ACCOUNTS: Final = Statement(
    select(AccountRow.id, AccountRow.email, AccountRow.created_at).where(AccountRow.email == _ids)
)
KNOWN_AS: Final = {
    "profiles": ("account", "account_id"),
    "feed": ("author", "id"),
    "booking": ("account", "account_id"),
    "notifications": ("person", "id"),
}
"""The table in which a service knows the demo's accounts, also when they are deleted, and its key."""
ALL_STORED: Final = "demo/stored"


@dataclass(frozen=True, slots=True)
class Demo:
    """Everything that the demo consists of."""

    world: World
    bookings: list[Booking]
    posts: list[Published]
    moderation: Moderation
    tables: Mapping[str, Tables]

    def ratings(self) -> list[RatingGiven]:
        """One rating of each provider, with the summary of all."""
        counts = counts_of(self.bookings)
        last = {each.order.provider_id: each for each in self.bookings if each.rating}
        return [
            RatingGiven(
                order=order_facts(each.order),
                rating=each.rating.stars,
                feedback=each.rating.feedback,
                trusted=False,
                average=counts[provider_id].average,
                reviews=counts[provider_id].reviews,
                revision=counts[provider_id].revision,
                replayed=True,
            )
            for provider_id, each in last.items()
            if each.rating
        ]


def demo_at(now: datetime, password_hash: str) -> Demo:
    """The demo as it is at this moment: the same for the same moment and hash."""
    world = World(now)
    bookings = bookings_of(world, Words())
    posts = posts_of(world, bookings)
    interests = interests_of(world, bookings)
    conversations = conversations_of(world, bookings)
    moderation = moderation_of(world, Things(bookings, posts, conversations))
    tables = {
        "identity": identity_rows(world, bookings, password_hash),
        "profiles": profiles_rows(world, interests, moderation),
        "booking": booking_rows(world, bookings),
        "feed": feed_rows(posts),
        "notifications": notifications_rows(
            conversations, alerts_of(world, bookings, interests, posts, moderation)
        ),
    }
    copies = copied_rows(bookings, interests)
    everything = {each: [*rows, *copies[each]] for each, rows in tables.items()}
    return Demo(world, bookings, posts, moderation, everything)


async def add_demo(urls: Mapping[str, str], now: datetime) -> datetime | None:
    """Add what is missing of the demo; returns the moment at which it was begun, now or at an earlier start.

    All or nothing is added to each of the databases at `urls` (by service). A start that was interrupted
    between them is completed by the next one: it finds the accounts, and by them the moment. Where other
    people have the demo's addresses, nothing is added, and the answer is None.
    """
    now = now.replace(microsecond=0)
    async with AsyncExitStack() as stack:
        databases: dict[str, Database] = {}
        for service, url in urls.items():
            databases[service] = Database(url, pool_size=1)
            stack.push_async_callback(databases[service].close)
        missing = list(urls)
        begun = await _begun(databases["identity"])
        if begun:
            now = begun.at
            missing = [each for each in KNOWN_AS if not await _knows(databases[each], each, begun.ids)]
            if not begun.ids:
                return None
        if missing:
            demo = await asyncio.to_thread(demo_at, now, await _hash_of(PASSWORD))
            await _add(databases, demo, missing)
    return now


@dataclass(frozen=True, slots=True)
class _Begun:
    """When the demo was added, and those of its accounts that are left; no ids: others have the addresses."""

    at: datetime
    ids: list[str]


async def _begun(identity: Database) -> _Begun | None:
    """The accounts that an earlier start wrote; None at the first start."""
    ages = {each.email: age_of(each) for each in (*providers(), *clients())} | {STAFF_EMAIL: STAFF_AGE}
    async with identity.reading() as connection:
        found: list[Record] = await ACCOUNTS.all(connection, ids=list(ages))
    if not found:
        return None
    at: datetime = found[0].created_at + ages[found[0].email]
    by_email = World(at).by_email
    return _Begun(at, [each.id for each in found if by_email[each.email].id == each.id])


async def _knows(database: Database, service: str, ids: list[str]) -> bool:
    name, key = KNOWN_AS[service]
    of_one = Statement(select(column(key)).select_from(table(name)).where(column(key, Text) == _ids).limit(1))
    async with database.reading() as connection:
        return await of_one.one(connection, ids=ids) is not None


async def _hash_of(password: str) -> str:
    async with hashing(IdentitySettings()) as passwords:
        return await passwords.hash(password)


async def _add(databases: Mapping[str, Database], demo: Demo, missing: list[str]) -> None:
    """Write the rows of the missing services, and what they know of the others, in one transaction each."""
    async with AsyncExitStack() as stack:
        # Left in the opposite order: identity commits first, and whoever knows its accounts later.
        opened = {
            service: await stack.enter_async_context(databases[service].writing())
            for service in (*KNOWN_AS, "identity")
        }
        await asyncio.gather(*(write(opened[each], demo.tables[each]) for each in missing))
        await tell(opened, missing, demo.ratings())
        if "booking" in missing:
            for each in demo.bookings:
                if each.order.status == "accepted" and each.order.ends_at > demo.world.now:
                    await set_reminders(opened["booking"], each.order.order_id, demo.world.now)
        if "profiles" in missing:
            for report in demo.moderation.reports:
                await keep_evidence(
                    opened["profiles"], report.event.report_id, await _evidence(opened, report)
                )


async def _evidence(opened: Mapping[str, Transaction], report: FiledReport) -> dict[str, JsonValue]:
    """What the owner of the reported thing would have announced of it."""
    event = report.event
    match event.report_type:
        case "posts":
            post = await lock_post(opened["feed"], event.issue_id)
            assert post is not None
            await keep_evidence_pictures(opened["feed"], event.report_id, post.id, post.owner_id)
            return await evidence_of_post(opened["feed"], post)
        case "messages":
            message = await find_message(opened["notifications"], event.issue_id)
            assert message is not None
            return await evidence_of_message(opened["notifications"], message)
        case _:
            return await evidence_of_order(opened["booking"], event)


async def store_pictures(
    at: datetime, media_urls: Mapping[str, str], database_urls: Mapping[str, str]
) -> None:
    """Put the pictures of the demo that was begun at this moment into the services' stores, once.

    It takes some seconds after a first start, and some more until posts have all renditions of theirs. A mark
    in the store says that all are there.
    """
    pictures = open_media(media_urls["feed"])
    if await pictures.get(ALL_STORED) is None:
        told = {
            "at": at.isoformat(),
            "portraits": media_urls["profiles"],
            "pictures": media_urls["feed"],
            "database": database_urls["feed"],
        }
        if await _renditions_made(json.dumps(told)):
            await pictures.put(ALL_STORED, b"")


async def _renditions_made(told: str) -> bool:
    """Run `demo.renditions`; returns whether it has done all that it was told."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "demo.renditions",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        await process.communicate(told.encode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return process.returncode == 0


def welcome() -> str:
    """What `make run` prints about the people of the demo."""
    hosts = {each.mail: each for each in providers()}
    named = [hosts[mail] for mail in WELCOMED]
    shown = "\n".join(f"    {each.email:<20} {each.expertise}, /p/{each.username}" for each in named)
    booking = "\n".join(f"    {each.email:<20} books" for each in clients()[:2])
    staff = f"    {STAFF_EMAIL:<20} is one of the staff, /staff, with a second step: a code of the key"
    staff += f"\n{'':<25}{STAFF_SECRET} in an authenticator app,"
    staff += f"\n{'':<25}or a recovery code, each once: {STAFF_CODES[0]} to {STAFF_CODES[-1]}"
    rest = f"{len(hosts) - len(named)} more providers and {len(clients()) - 2} more clients"
    more = f"    and {rest}, each by their first name"
    return (
        f"\n  sign in as one of these, with the password “{PASSWORD}”:\n{booking}\n{shown}\n{staff}\n{more}\n"
    )
