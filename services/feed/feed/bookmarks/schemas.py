"""What goes in and out of the calls about bookmarks."""

from typing import Literal

from pydantic import BaseModel

from feed.posts.fields import PostId


class BookmarkWanted(BaseModel):
    """Which post."""

    iv_bookmark_value: PostId
    iv_bookmark_type: Literal["post"] = "post"


class BookmarkInfo(BaseModel):
    """A bookmark (product.md 6.1)."""

    bookmark_value: str
    bookmark_type: Literal["post"]


class BookmarkStored(BaseModel):
    """The bookmark as it was kept."""

    bookmark_info: BookmarkInfo


class Bookmarks(BaseModel):
    """All bookmarks of the caller, newest first."""

    bookmark_info: list[BookmarkInfo]
