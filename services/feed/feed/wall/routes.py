"""Calls that show posts (api.md section 5)."""

from datetime import datetime
from typing import Annotated

from chassis.clock import Clock
from chassis.database import ReadSession
from chassis.envelope import Answer, Refusal
from chassis.errors import NotFound
from chassis.paging import Page, PageQuery, cursor_of
from chassis.principal import Account, Anyone, viewer_id
from fastapi import APIRouter, Query, Response

from feed.posts.rules import tag_key
from feed.wall import store
from feed.wall.answers import card_answer, cards_answer
from feed.wall.schemas import PostCard
from feed.wall.store import Card, Status, Time, Wanted

NO_CURSOR = "This list cannot be continued from there."
router = APIRouter(tags=["feed"])
Word = Annotated[str | None, Query(max_length=80)]


@router.get("/api/get_feed_posts", response_model=Answer[list[PostCard]])
async def get_feed_posts(
    caller: Anyone,
    session: ReadSession,
    page: PageQuery,
    clock: Clock,
    category: Word = None,
    tag: Word = None,
) -> Response:
    """What the caller may see, newest first; of one category, of one tag, or of all."""
    wanted = Wanted(category=category or None, tag=tag_key(tag) if tag else None)
    cards = await store.feed(session, viewer_id(caller), wanted, clock(), page.limit + 1, _time_after(page))
    return _page_answer(cards, page, by_time=True)


@router.get("/api/get_feed_post/{postId}", response_model=Answer[PostCard])
async def get_feed_post(
    postId: str,  # noqa: N803 - the spec's way of writing paths
    caller: Anyone,
    session: ReadSession,
    clock: Clock,
) -> Response:
    """One post; 404 for one that the caller may not see."""
    card = await store.one(session, viewer_id(caller), postId, clock())
    if card is None:
        raise NotFound("This post does not exist.")
    return card_answer(card)


@router.get("/api/get_profile_posts/{ownerId}", response_model=Answer[list[PostCard]])
async def get_profile_posts(
    ownerId: str,  # noqa: N803 - the spec's way of writing paths
    caller: Anyone,
    session: ReadSession,
    page: PageQuery,
    clock: Clock,
    status: Status | None = None,
) -> Response:
    """An account's posts: to itself with drafts, scheduled and archived ones, to others what they may see.

    `status` narrows the list; nobody else sees any but active ones.
    """
    wanted = store.Owned(viewer_id(caller), ownerId, status)
    cards = await store.posts_of(session, wanted, clock(), page.limit + 1, _id_after(page))
    return _page_answer(cards, page)


@router.get("/api/get_bookmarked_posts", response_model=Answer[list[PostCard]])
async def get_bookmarked_posts(
    caller: Account, session: ReadSession, page: PageQuery, clock: Clock
) -> Response:
    """The caller's bookmarked posts, as far as they can still be seen."""
    cards = await store.bookmarked(session, caller.id, clock(), page.limit + 1, _id_after(page))
    return _page_answer(cards, page)


def _page_answer(cards: list[Card], page: Page, *, by_time: bool = False) -> Response:
    shown = cards[: page.limit]
    if len(cards) <= page.limit:
        return cards_answer(shown, None)
    last = shown[-1]
    key = (last.at.isoformat(), last.id) if by_time and last.at else (last.id,)
    return cards_answer(shown, cursor_of(*key))


def _id_after(page: Page) -> str | None:
    return str(page.after[-1]) if page.after else None


def _time_after(page: Page) -> Time | None:
    if page.after is None:
        return None
    try:
        at, after_id = page.after
        instant = datetime.fromisoformat(str(at))
    except ValueError as error:
        raise Refusal(NO_CURSOR, cursor=NO_CURSOR) from error
    if instant.tzinfo is None:
        raise Refusal(NO_CURSOR, cursor=NO_CURSOR)
    return instant, str(after_id)
