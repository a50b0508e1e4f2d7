"""Serving the pictures of posts."""

from typing import Annotated

from chassis.errors import NotFound
from chassis.media.library import RequestMedia
from chassis.media.serving import served
from fastapi import APIRouter, Header, Response

from feed.media.rules import key_of

router = APIRouter(tags=["media"])


@router.get("/media/posts/{digest}/{rendition}", include_in_schema=False)
async def post_picture(
    digest: str, rendition: str, media: RequestMedia, if_none_match: Annotated[str, Header()] = ""
) -> Response:
    """One rendition of a picture: card.webp, card.jpg, full.webp or full.jpg."""
    key = key_of(digest, rendition)
    if key is None:
        raise NotFound
    return await served(media, key, if_none_match)
