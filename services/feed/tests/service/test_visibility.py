"""Who sees what: every kind of viewer and of post, against every call that shows a post or what hangs on it.

The table is generated; what a cell should say is written down here once more, without SQL.
"""

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Literal

import httpx
import pytest
from chassis.clock import utc_now
from chassis.db import Database
from contracts.events.profiles import BlockChanged
from feed.settings import FeedSettings
from sqlalchemy import text
from testkit.event_recorder import EventRecorder

from services.feed.tests.conftest import Marketplace, Member, MovableClock, picture

pytestmark = [pytest.mark.service]

AUDIENCES = ("all", "interests", "trusted")
STATES = ("active", "archived", "draft", "scheduled", "came out", "came out archived")
Relation = Literal["nobody", "guest", "stranger", "fan", "truster", "owner"]
BlockDirection = Literal["", "blocks", "is blocked"]


@dataclass(frozen=True)
class Kind:
    """What decides who may see a post."""

    audience: str
    state: str
    mature: bool

    @property
    def out(self) -> bool:
        """Whether anybody except the owner may see it."""
        return self.state in {"active", "came out"}


@dataclass
class Viewer:
    """A viewer: their relation to the owner, and a block between them."""

    relation: Relation
    block: BlockDirection
    client: httpx.AsyncClient
    headers: dict[str, str]
    member: Member | None = None

    def may_see(self, kind: Kind) -> bool:
        """As api.md 5 says it, of somebody else's post or an own one as others see it."""
        if not kind.out or self.block:
            return False
        if kind.mature and self.relation in {"nobody", "guest"}:
            return False
        fits = {
            "all": True,
            "interests": self.relation in {"fan", "truster"},
            "trusted": self.relation == "truster",
        }
        return fits[kind.audience] or self.relation == "owner"

    async def get(self, path: str, **query: str | int) -> httpx.Response:
        """Send a GET as this viewer."""
        return await self.client.get(path, params=query, headers=self.headers)

    async def post(self, call: str, **fields: object) -> httpx.Response:
        """Send a POST as this viewer."""
        return await self.client.post(f"/api/{call}", json=fields, headers=self.headers)


@dataclass
class Table:
    """The posts by kind, and the cells of the table that were wrong."""

    posts: dict[Kind, dict[str, Any]] = field(default_factory=dict[Kind, dict[str, Any]])
    wrong: list[str] = field(default_factory=list[str])
    cells: int = 0

    def cell(self, call: str, viewer: Viewer, kind: Kind, *, shown: bool, expected: bool) -> None:
        """Record one cell of the table."""
        self.cells += 1
        if shown != expected:
            self.wrong.append(
                f"{call}: {viewer.relation} ({viewer.block or 'no block'}) {kind}: shown={shown}"
            )


async def viewers_of(
    marketplace: Marketplace, owner: Member, published: EventRecorder, guest: dict[str, str]
) -> list[Viewer]:
    """All kinds of viewers; accounts without a block and with one in each direction."""
    client = marketplace.client
    found = [Viewer("nobody", "", client, {}), Viewer("guest", "", client, guest)]
    relations: Sequence[Relation] = ("stranger", "fan", "truster")
    blocks: Sequence[BlockDirection] = ("", "blocks", "is blocked")
    for relation, block in itertools.product(relations, blocks):
        member = await marketplace.member(f"{relation} {block}".strip().replace(" ", "_"))
        if relation != "stranger":
            await marketplace.circle(member, owner, trusted=relation == "truster")
        await marketplace.met(member, owner)
        if block:
            one, other = (member, owner) if block == "blocks" else (owner, member)
            fact = BlockChanged(blocker_id=one.id, blocked_id=other.id, blocked=True, revision=1)
            await published.tell(fact)
        found.append(Viewer(relation, block, client, member.headers, member))
    return [*found, Viewer("owner", "", client, owner.headers, owner)]


async def fill(table: Table, owner: Member, clock: MovableClock, audience: str) -> None:
    """A post of every kind for one audience, each with its picture, a tag and a comment; then time passes."""
    soon, late = utc_now() + timedelta(hours=1), utc_now() + timedelta(days=9)
    for number, (state, mature) in enumerate(itertools.product(STATES, (False, True))):
        kind = Kind(audience, state, mature)
        fields: dict[str, object] = {
            "iv_access": audience,
            "iv_mature_content": "yes" if mature else "no",
            "iv_media_base": [picture(colour=f"#{number + 1:06x}")],
        }
        if state == "draft":
            fields["iv_post_active"] = "draft"
        elif state not in {"active", "archived"}:
            fields["iv_post_active"] = "schedule"
            fields["iv_post_date"] = (late if state == "scheduled" else soon).isoformat()
        card = await owner.publish(f"Post {number} #everywhere", **fields)
        comment = {"iv_post_id": card["post_id"], "iv_post_comment": "Below"}
        assert (await owner.post("create_post_feed_comment", **comment)).json()["status"] == (
            kind.state in {"active", "archived"}
        )
        if state.endswith("archived"):
            archive = {"iv_post_id": card["post_id"], "iv_action": "archive"}
            assert (await owner.post("feed_post_delete_archive_restore", **archive)).json()["status"]
        table.posts[kind] = card
    clock.ahead = timedelta(hours=2)


async def bookmark_everything(settings: FeedSettings, viewers: Sequence[Viewer]) -> None:
    """Insert bookmarks of all posts, as if made while the posts were visible."""
    database = Database(settings.database_url)
    async with database.writing() as tx:
        for viewer in viewers:
            if viewer.member:
                await tx.session.execute(
                    text("INSERT INTO bookmark SELECT :who, id, id, now() FROM post"),
                    {"who": viewer.member.id},
                )
    await database.close()


async def in_lists(table: Table, owner: Member, viewer: Viewer) -> None:
    """Feeds, a profile's posts with and without status, bookmarks."""
    profile = f"/api/get_profile_posts/{owner.id}"
    asked: list[tuple[str, dict[str, str]]] = [
        ("/api/get_feed_posts", {}),
        ("/api/get_feed_posts", {"tag": "everywhere"}),
        ("/api/get_feed_posts", {"category": "food_catering"}),
        ("/api/get_feed_posts", {"tag": "everywhere", "category": "food_catering"}),
        (profile, {}),
        *((profile, {"status": status}) for status in ("active", "scheduled", "draft", "archived")),
    ]
    if viewer.member:
        asked.append(("/api/get_bookmarked_posts", {}))
    for path, query in asked:
        answer = await viewer.get(path, **query, limit=100)
        ids = {card["post_id"] for card in answer.json()["data"]}
        status = query.get("status")
        for kind, card in table.posts.items():
            all_of_it = viewer.relation == "owner" and path == profile
            expected = viewer.may_see(kind) or all_of_it
            if status:
                expected = expected and status == standing(kind)
            shown = card["post_id"] in ids
            table.cell(f"{path.split('/')[2]} {query}", viewer, kind, shown=shown, expected=expected)


def standing(kind: Kind) -> str:
    """Where a post stands for its owner."""
    if kind.state.endswith("archived"):
        return "archived"
    return kind.state if kind.state in {"draft", "scheduled"} else "active"


async def one_by_one(table: Table, viewer: Viewer) -> None:
    """The post alone, what is below it, its pictures; and what could be done with it by who cannot see it."""
    for kind, card in table.posts.items():
        post_id = card["post_id"]
        expected = viewer.may_see(kind) or viewer.relation == "owner"
        name = json.loads(card["media_name"])[0]
        paths = [
            f"/api/get_feed_post/{post_id}",
            f"/api/get_feed_post_comment_and_repost_history/{post_id}",
            name,
            name.replace("card.webp", "full.jpg"),
        ]
        for path in paths:
            answer = await viewer.get(path)
            assert answer.status_code in {200, 404}
            call = path.split("/")[2]
            table.cell(call, viewer, kind, shown=answer.status_code == 200, expected=expected)
        if viewer.member and not viewer.may_see(kind) and viewer.relation != "owner":
            acts = (
                await viewer.post("create_post_feed_comment", iv_post_id=post_id, iv_post_comment="Hello"),
                await viewer.post("create_repost_feed_content", iv_post_id=post_id),
                await viewer.post("add_new_bookmark", iv_bookmark_value=post_id),
                await viewer.post(
                    "feed_post_delete_archive_restore", iv_post_id=post_id, iv_action="archive"
                ),
            )
            for answer in acts:
                table.cell(str(answer.url), viewer, kind, shown=answer.status_code != 404, expected=False)


@pytest.mark.parametrize("audience", AUDIENCES)
async def test_every_cell_of_the_table(
    marketplace: Marketplace,
    published: EventRecorder,
    guest: dict[str, str],
    clock: MovableClock,
    settings: FeedSettings,
    audience: str,
) -> None:
    owner = await marketplace.provider("Samira")
    table = Table()
    await fill(table, owner, clock, audience)
    viewers = await viewers_of(marketplace, owner, published, guest)
    await bookmark_everything(settings, viewers)
    for viewer in viewers:
        await in_lists(table, owner, viewer)
        await one_by_one(table, viewer)
    assert table.wrong == []
    assert table.cells > 1_700


async def test_a_repost_is_seen_by_those_who_see_both(
    marketplace: Marketplace, published: EventRecorder, guest: dict[str, str]
) -> None:
    """The reposter's and the original owner's blocks, the original's state, audience and maturity."""
    owner, reposter = await marketplace.provider("Samira"), await marketplace.provider("Jonas")
    table = Table()
    for mature in (False, True):
        kind = Kind("all", "active", mature)
        card = await owner.publish(f"Mature: {mature}", iv_mature_content="yes" if mature else "no")
        data = (await reposter.post("create_repost_feed_content", iv_post_id=card["post_id"])).json()["data"]
        table.posts[kind] = data["repost_data"]
    for with_whom in (owner, reposter):
        for viewer in (await viewers_of(marketplace, with_whom, published, guest))[:-1]:
            await seen_alone(table, reposter, viewer)
    assert table.wrong == []
    strangers = await viewers_of(marketplace, owner, published, guest)
    for card in table.posts.values():
        archive = {"iv_post_id": card["original_post_id"], "iv_action": "archive"}
        assert (await owner.post("feed_post_delete_archive_restore", **archive)).json()["status"]
        for viewer in strangers:
            assert (await viewer.get(f"/api/get_feed_post/{card['post_id']}")).status_code == 404


async def seen_alone(table: Table, reposter: Member, viewer: Viewer) -> None:
    """In lists and alone."""
    for path in ("/api/get_feed_posts", f"/api/get_profile_posts/{reposter.id}"):
        ids = {card["post_id"] for card in (await viewer.get(path)).json()["data"]}
        for kind, card in table.posts.items():
            table.cell(path, viewer, kind, shown=card["post_id"] in ids, expected=viewer.may_see(kind))
    for kind, card in table.posts.items():
        alone = await viewer.get(f"/api/get_feed_post/{card['post_id']}")
        table.cell("post", viewer, kind, shown=alone.status_code == 200, expected=viewer.may_see(kind))
