"""Serving pictures: their address names their content, so they may be kept for ever."""

from typing import Final

from fastapi import Response

from chassis.errors import NotFound
from chassis.media.storage import Media

PUBLIC: Final = "public, max-age=31536000, immutable"
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


async def served(media: Media, key: str, if_none_match: str, kept_by: str = PUBLIC) -> Response:
    """The picture that lies under `key`, or 304 to who holds it; `kept_by` says who may keep it and how long.

    Raises `NotFound`.
    """
    headers = {**HEADERS, "Cache-Control": kept_by, "ETag": f'"{key}"'}
    if if_none_match == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    content = await media.get(key)
    if content is None:
        raise NotFound
    return Response(content, media_type=media.type_of(key), headers=headers)
