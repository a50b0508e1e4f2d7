"""The demo's portraits and pictures: the files in `content/`, and their names in the services' stores."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from feed.media.rules import path_of
from profiles.avatar.rules import path_of as avatar_path_of

PORTRAITS: Final = Path(__file__).parent / "content" / "portraits"
"""WebP files of 300 by 300, each named for the part of its owner's address before the sign."""
PICTURES: Final = Path(__file__).parent / "content" / "pictures"
"""WebP files of 1300 by 1000, named as the posts in `content/posts.toml` name them."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a post: the name of its file, and whose post it is."""

    name: str
    owner_id: str

    @property
    def digest(self) -> str:
        """The name of its stored files: as hard to guess as those of uploads, never shared by accounts."""
        return _digest(self.owner_id, "picture", self.name)

    @property
    def path(self) -> str:
        """The media path that the post names."""
        return path_of(self.digest)

    @property
    def content(self) -> bytes:
        """The WebP file."""
        return (PICTURES / f"{self.name}.webp").read_bytes()


def portrait_of(email: str) -> bytes:
    """The WebP file with the portrait of who has this address."""
    return (PORTRAITS / f"{email.partition('@')[0]}.webp").read_bytes()


def avatar_key(account_id: str) -> str:
    """Where the portrait of an account lies in the store of profiles, without size and ending."""
    return f"avatars/{_digest(account_id, 'portrait')}"


def avatar_path(account_id: str) -> str:
    """The media path of the portrait of an account."""
    return avatar_path_of(avatar_key(account_id))


def _digest(*thing: object) -> str:
    return hashlib.sha256("/".join(map(str, thing)).encode()).hexdigest()[:40]
