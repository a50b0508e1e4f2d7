"""Every table of this service, entered into one metadata (for migrations)."""

from feed.bookmarks import models as bookmarks
from feed.comments import models as comments
from feed.declarative import Model
from feed.media import models as media
from feed.posts import models as posts
from feed.projections import models as projections
from feed.public_pages import models as public_pages

__all__ = ["bookmarks", "comments", "media", "metadata", "posts", "projections", "public_pages"]

metadata = Model.metadata
