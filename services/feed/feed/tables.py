"""Every table of this service, entered into one metadata (for migrations)."""

from feed.bookmarks import models as bookmarks
from feed.comments import models as comments
from feed.media import models as media
from feed.model import Model
from feed.people import models as people
from feed.posts import models as posts
from feed.standing import models as standing

__all__ = ["bookmarks", "comments", "media", "metadata", "people", "posts", "standing"]

metadata = Model.metadata
