"""Calls that show posts (api.md 5)."""

from datetime import datetime

from chassis.clock import Clock, clock_of
from chassis.errors import NotFound
from chassis.http.callers import Account, Anyone, caller_of, viewer_id
from chassis.http.dependencies import Reading, database_of
from chassis.http.envelope import Answer, refuse
from chassis.http.paging import Key, Page, PageQuery, cursor_of, read_cursor
from chassis.http.raw_route import RawRoute, query_as, query_parameters
from chassis.http.route import Route
from fastapi import APIRouter, Request, Response

from feed.posts.rules import tag_key
from feed.timeline import store
from feed.timeline.query import Time, TimelineFilter, timeline_page
from feed.timeline.responses import card_answer, cards_answer
from feed.timeline.schemas import FeedAsked, PostCard
from feed.timeline.store import Card, Status

NO_CURSOR = "This list cannot be continued from there."
router = APIRouter(tags=["feed"], route_class=Route)
direct = APIRouter(tags=["feed"], route_class=RawRoute)


@direct.get(
    "/api/get_feed_posts",
    response_model=Answer[list[PostCard]],
    openapi_extra=query_parameters(FeedAsked),
)
async def get_feed_posts(request: Request) -> Response:
    """What the caller may see, newest first; of one category, of one tag, or of all."""
    caller, database = await caller_of(request), database_of(request)
    asked = query_as(FeedAsked, request)
    wanted = TimelineFilter(asked.category or "", tag_key(asked.tag or ""))
    after = _time_of(read_cursor(asked.cursor)) if asked.cursor else None
    viewer, now = viewer_id(caller), clock_of(request)()
    found = await timeline_page(database, request.app.state.cards, viewer, wanted, now, asked.limit, after)
    next_cursor = cursor_of(found.after[0].isoformat(), found.after[1]) if found.after else None
    return cards_answer(found.cards, next_cursor)


@router.get("/api/get_feed_post/{postId}", response_model=Answer[PostCard])
async def get_feed_post(
    postId: str,  # noqa: N803 - the contract's way of writing paths
    caller: Anyone,
    tx: Reading,
    clock: Clock,
) -> Response:
    """One post; 404 for one that the caller may not see."""
    card = await store.one(tx, viewer_id(caller), postId, clock())
    if card is None:
        raise NotFound("This post does not exist.")
    return card_answer(card)


@router.get("/api/get_profile_posts/{ownerId}", response_model=Answer[list[PostCard]])
async def get_profile_posts(
    ownerId: str,  # noqa: N803 - the contract's way of writing paths
    caller: Anyone,
    tx: Reading,
    page: PageQuery,
    clock: Clock,
    status: Status | None = None,
) -> Response:
    """An account's posts: to itself with drafts, scheduled and archived ones, to others what they may see.

    `status` narrows the list; nobody else sees any but active ones.
    """
    wanted = store.Owned(viewer_id(caller), ownerId, status)
    after = _after(page, by_time=wanted.by_time)
    cards = await store.posts_of(tx, wanted, clock(), page.limit + 1, after)
    return _page_answer(cards, page)


@router.get("/api/get_bookmarked_posts", response_model=Answer[list[PostCard]])
async def get_bookmarked_posts(caller: Account, tx: Reading, page: PageQuery, clock: Clock) -> Response:
    """The caller's bookmarked posts, as far as they can still be seen."""
    after = _after(page, by_time=False)
    cards = await store.bookmarked(tx, caller.id, clock(), page.limit + 1, str(after[0]) if after else None)
    return _page_answer(cards, page)


def _page_answer(cards: list[Card], page: Page) -> Response:
    shown = cards[: page.limit]
    if len(cards) <= page.limit:
        return cards_answer([card.json.encode() for card in shown], None)
    last = shown[-1]
    key = (last.at.isoformat(), last.id) if last.at else (last.id,)
    return cards_answer([card.json.encode() for card in shown], cursor_of(*key))


def _after(page: Page, *, by_time: bool) -> Time | tuple[str] | None:
    """Where the page begins, as its list is ordered: by time and id, or by an id alone."""
    if page.after is None:
        return None
    return _time_of(page.after) if by_time else (str(page.after[-1]),)


def _time_of(key: tuple[Key, ...]) -> Time:
    try:
        at, after_id = key
        instant = datetime.fromisoformat(str(at))
    except ValueError as error:
        raise refuse(NO_CURSOR, cursor=NO_CURSOR) from error
    if instant.tzinfo is None or not 2000 <= instant.year <= 9000:
        raise refuse(NO_CURSOR, cursor=NO_CURSOR)
    return instant, str(after_id)
