"""Changing one's picture, and serving pictures."""

from typing import Annotated, Final

from chassis.clock import Clock
from chassis.errors import NotFound
from chassis.http.callers import Account
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from chassis.media.serving import HEADERS, served
from chassis.media.storage import RequestMedia
from chassis.media.upload_route import RequestUploads, UploadRoute
from chassis.media.uploads import taken_in
from fastapi import APIRouter, Depends, Header, Response

from profiles.avatar.rules import ENOUGH, FILE_NAME, NONE
from profiles.avatar.schemas import AvatarSaved, AvatarUpdate
from profiles.avatar.service import keep_picture, show_picture
from profiles.drawn_avatar.drawing import drawn

router = APIRouter(tags=["avatar"], route_class=Route)
with_picture = APIRouter(tags=["avatar"], route_class=UploadRoute)

SAVED: Final = "Your avatar was successfully updated."


def _square(upload: bytes) -> dict[str, bytes]:
    from profiles.avatar.renditions import square  # noqa: PLC0415 - Pillow, when a picture comes

    return square(upload)


async def _kept(update: AvatarUpdate, caller: Account, media: RequestMedia, uploads: RequestUploads) -> str:
    if update.iv_media_base.strip() == NONE:
        return ""
    files = await taken_in(uploads, update.iv_media_base, _square, enough=ENOUGH)
    return await keep_picture(media, caller.id, files)


KeptPicture = Annotated[str, Depends(_kept)]
"""The address of the request's picture, '' for the drawn one. Comes before `Writing` among the parameters: no
transaction waits for it.
"""


@with_picture.post("/api/update_avatar")
async def update_avatar(
    caller: Account, avatar: KeptPicture, tx: Writing, clock: Clock
) -> Answer[AvatarSaved]:
    """Take a picture (cropped to 300x300, without metadata), or 'none' for the drawn one."""
    await show_picture(tx, caller.id, avatar, now=clock())
    return done(AvatarSaved(avatar=avatar), SAVED)


@router.get("/media/avatars/drawn/{initials}.svg", include_in_schema=False)
async def drawn_avatar(initials: str) -> Response:
    """The default avatar for these initials."""
    try:
        picture = drawn(initials)
    except ValueError as error:
        raise NotFound from error
    return Response(picture, media_type="image/svg+xml", headers=HEADERS)


@router.get("/media/avatars/{name}", include_in_schema=False)
async def avatar_file(
    name: str, media: RequestMedia, if_none_match: Annotated[str, Header()] = ""
) -> Response:
    """A picture; its address names its content, so it may be kept for ever."""
    if not FILE_NAME.fullmatch(name):
        raise NotFound
    return await served(media, f"avatars/{name}", if_none_match)
