"""Serves pictures. Their URL is derived from their content, so clients may cache them forever."""

from typing import Final

from fastapi import Response

from chassis.errors import NotFound
from chassis.etags import is_known
from chassis.media.storage import Media

PUBLIC: Final = "public, max-age=31536000, immutable"
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


async def served(media: Media, key: str, if_none_match: str, cache_control: str = PUBLIC) -> Response:
    """The picture stored under `key`, or 304 if the client already has it. Raises `NotFound`.

    `cache_control` says who may cache it and for how long.
    """
    headers = {**HEADERS, "Cache-Control": cache_control, "ETag": f'"{key}"'}
    if is_known(headers["ETag"], if_none_match):
        return Response(status_code=304, headers=headers)
    content = await media.get(key)
    if content is None:
        raise NotFound
    return Response(content, media_type=media.type_of(key), headers=headers)
