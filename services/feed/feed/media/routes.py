"""Serving the pictures of posts; their address names their content, so they may be kept for ever."""

from typing import Final

from chassis.errors import NotFound
from fastapi import APIRouter, Request, Response

from feed.media.library import RequestMedia
from feed.media.rules import key_of

router = APIRouter(tags=["media"])

HEADERS: Final = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


@router.get("/media/posts/{digest}/{rendition}", include_in_schema=False)
async def post_picture(digest: str, rendition: str, request: Request, media: RequestMedia) -> Response:
    """One rendition of a picture: card.webp, card.jpg, full.webp or full.jpg."""
    key = key_of(digest, rendition)
    if key is None:
        raise NotFound
    headers = {**HEADERS, "ETag": f'"{digest}-{rendition}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    content = await media.get(key)
    if content is None:
        raise NotFound
    return Response(content, media_type=media.type_of(key), headers=headers)
