"""Serves pictures and files.

The URL of a picture is derived from its content, so clients may cache it forever. A file is for a few people:
nothing on its way keeps it, and browsers save it and show none of it on these pages.
"""

from typing import Final
from urllib.parse import quote

from fastapi import Response

from chassis.errors import NotFound
from chassis.etags import is_known
from chassis.media.storage import Media
from chassis.media.validation import ENDINGS, MEDIA_TYPES, FileKind

PUBLIC: Final = "public, max-age=31536000, immutable"
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
_FILE: Final = HEADERS | {
    "Cache-Control": "private, no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def attachment(content: bytes, kind: FileKind, *, stem: str = "file", name: str = "") -> Response:
    """A file to be saved: as `stem` with the ending of its kind, or as `name` where one is known."""
    named = f'attachment; filename="{stem}{ENDINGS[kind]}"'
    if name:
        named += f"; filename*=UTF-8''{quote(name, safe='')}"
    headers = _FILE | {"Content-Disposition": named}
    return Response(content, media_type=MEDIA_TYPES[kind], headers=headers)


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
