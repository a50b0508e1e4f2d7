"""The demo's pictures as files: what they are called, and drawing those that are not there yet.

Drawing takes some ten seconds of a core. Processes of their own do it, with low priority: the app answers
meanwhile, and shows each picture as soon as it lies in the store.
"""

import asyncio
import base64
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final, Literal

from chassis.media.storage import Media
from feed.media.rules import key_of, path_of
from profiles.avatar.rules import path_of as avatar_path_of

PROCESSES: Final = 2


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to draw: of which kind, from which words, and where its files go in the store."""

    kind: Literal["portrait", "picture"]
    words: tuple[str, ...]
    """Of a portrait, the face; of a picture, scene and palette."""
    seed: int
    owner_id: str

    @property
    def digest(self) -> str:
        """The name of its files: as hard to guess as those of uploads, and never shared by accounts."""
        return _digest(self.owner_id, self.kind, *self.words, self.seed)


def avatar_digest(account_id: str) -> str:
    """The name of the files of an account's portrait."""
    return _digest(account_id, "portrait")


def avatar_path(account_id: str) -> str:
    """The media path of an account's portrait."""
    return avatar_path_of(f"avatars/{avatar_digest(account_id)}")


def picture_path(drawing: Drawing) -> str:
    """The media path of a post's picture."""
    return path_of(drawing.digest)


def _digest(*thing: object) -> str:
    return hashlib.sha256("/".join(map(str, thing)).encode()).hexdigest()[:40]


def keys_of(drawing: Drawing, rendition: str) -> str:
    """Where a file of a drawing lies in the store."""
    if drawing.kind == "portrait":
        return f"avatars/{avatar_digest(drawing.owner_id)}-{rendition}"
    key = key_of(drawing.digest, rendition)
    assert key is not None
    return key


@dataclass(frozen=True, slots=True)
class Stores:
    """Where portraits and the pictures of posts are kept."""

    portraits: Media
    pictures: Media

    def of(self, drawing: Drawing) -> Media:
        """The store of this drawing."""
        return self.portraits if drawing.kind == "portrait" else self.pictures


async def draw_missing(drawings: Sequence[Drawing], stores: Stores) -> None:
    """Draw what is not in the store yet, the first ones first."""
    missing = [each for each in drawings if not await _is_there(each, stores)]
    if missing:
        parts = [missing[number::PROCESSES] for number in range(PROCESSES)]
        await asyncio.gather(*(_drawn_by_process(part, stores) for part in parts if part))


async def _is_there(drawing: Drawing, stores: Stores) -> bool:
    last = "300.jpg" if drawing.kind == "portrait" else "full.jpg"
    return await stores.of(drawing).get(keys_of(drawing, last)) is not None


async def make_renditions(database_url: str, media_url: str) -> None:
    """Make the smaller renditions of the posts' pictures, as of any that were stored without them."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "feed", "make-renditions",
        stdout=asyncio.subprocess.DEVNULL, start_new_session=True,
        env={**os.environ, "DATABASE_URL": database_url, "MEDIA_URL": media_url},
    )  # fmt: skip
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _drawn_by_process(drawings: Sequence[Drawing], stores: Stores) -> None:
    """Let a process draw these pictures and store each when it comes."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "demo.drawing",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        limit=2**24, start_new_session=True, env=dict(os.environ),
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(b"".join(json.dumps(asdict(each)).encode() + b"\n" for each in drawings))
        process.stdin.write_eof()
        for drawing in drawings:
            line = await process.stdout.readline()
            files: dict[str, str] = json.loads(line)
            for rendition, content in files.items():
                await stores.of(drawing).put(keys_of(drawing, rendition), base64.b64decode(content))
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
