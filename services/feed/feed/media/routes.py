"""Pictures of posts: sent one by one before their post, and served to those who may see it."""

from chassis.clock import Clock, clock_of
from chassis.errors import NotFound
from chassis.http.callers import caller_of, viewer_id
from chassis.http.dependencies import SecondDatabase, database_of
from chassis.http.envelope import Answer, done, refuse_fields
from chassis.http.raw_route import RawRoute
from chassis.media.serving import PUBLIC, served
from chassis.media.storage import RequestMedia
from chassis.media.upload_route import RequestUploads, upload_route
from fastapi import APIRouter, Request, Response

from feed.dependencies import provider_or_refusal
from feed.media.hot_sql import MAY_SEE
from feed.media.rules import key_of, path_of
from feed.media.schemas import NewPicture
from feed.media.store import waiting
from feed.media.uploads import WAITS_FOR_POST, store_uploads
from feed.posts.schemas import StoredPicture
from feed.projections.confirmed_callers import ConfirmedAccount

router = APIRouter(tags=["media"], route_class=upload_route(1))
direct = APIRouter(tags=["media"], route_class=RawRoute)

MOST_WAITING = 100
TOO_MANY_WAIT = "Too many of your pictures wait for a post. Use them, or try again tomorrow."
ONLY_THEIRS = "private, max-age=300"
"""For a picture served to one caller: every other caller is checked again."""


@router.post("/api/upload_feed_media")
async def upload_feed_media(
    new: NewPicture,
    caller: ConfirmedAccount,
    database: SecondDatabase,
    media: RequestMedia,
    uploads: RequestUploads,
    clock: Clock,
) -> Answer[StoredPicture]:
    """Keep a picture for a post that the caller is about to write; for a day, unless a post shows it.

    Only providers may (403), and `MOST_WAITING` at most. The answer's `media_name` goes into `iv_media_base`
    of the post.
    """
    await provider_or_refusal(database, caller.id)
    async with database.reading() as tx:
        if await waiting(tx, caller.id) >= MOST_WAITING:
            raise refuse_fields(iv_media_base=TOO_MANY_WAIT)
    ((digest, stored),) = await store_uploads(
        database, media, uploads, caller.id, [new.iv_media_base], clock() + WAITS_FOR_POST
    )
    return done(
        StoredPicture(
            media_name=path_of(digest),
            width=stored.width,
            height=stored.height,
            widths=stored.widths,
            placeholder=stored.placeholder,
        )
    )


@direct.get("/media/posts/{digest}/{rendition}", include_in_schema=False)
async def post_picture(request: Request) -> Response:
    """One rendition of a picture, for callers who may see a post that shows it: card or full as webp or jpg,
    or one of a width as avif or webp.

    Without a bearer: pictures of posts that guests may see, to be kept for ever. Who sends one is answered
    for themselves alone; nobody else's drafts, archive or limited posts are found here.
    """
    caller = await caller_of(request)
    digest = request.path_params["digest"]
    key = key_of(digest, request.path_params["rendition"])
    if key is None:
        raise NotFound
    values = {
        "digest": digest,
        "viewer": viewer_id(caller),
        "staff": caller is not None and caller.staff,
        "now": clock_of(request)(),
    }
    found = await database_of(request).read_one(MAY_SEE, values)
    if found is None or not (found.seen or found.own):
        raise NotFound
    kept_by = PUBLIC if caller is None else ONLY_THEIRS
    answer = await served(request.app.state.media, key, request.headers.get("if-none-match", ""), kept_by)
    answer.headers["Vary"] = "Authorization"
    return answer
