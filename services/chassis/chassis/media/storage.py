"""Stores pictures in a folder or an S3 bucket, through the same interface."""

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Annotated, Final
from urllib.parse import unquote, urlsplit

from fastapi import Depends, FastAPI, Request
from obstore.exceptions import BaseError
from obstore.store import ObjectStore, from_url

from chassis.readiness import LastOutcome

_TYPES: Final = {"avif": "image/avif", "webp": "image/webp", "jpg": "image/jpeg"}


class MediaError(OSError):
    """The store did not do what it was asked for: it is away, or its disk is full. It may be asked again."""


class Media:
    """The pictures of this service."""

    def __init__(self, store: ObjectStore) -> None:
        self._store = store
        self.outcome: Final = LastOutcome()
        """Whether the store did what it was asked for last."""

    async def put(self, key: str, content: bytes) -> None:
        """Store a picture; the same key always has the same content. Raises MediaError."""
        with self._watched():
            await self._store.put_async(key, content)

    async def get(self, key: str) -> bytes | None:
        """A picture, or None when there is none. Raises MediaError."""
        with self._watched():
            try:
                found = await self._store.get_async(key)
                return bytes(await found.bytes_async())
            except FileNotFoundError:
                return None

    @contextmanager
    def _watched(self) -> Generator[None]:
        try:
            yield
        except (BaseError, OSError) as error:
            self.outcome.failed()
            raise MediaError("the store of pictures failed") from error
        self.outcome.worked()

    async def remove(self, key: str) -> None:
        """Delete a picture; do nothing if it does not exist."""
        try:
            await self._store.delete_async(key)
        except FileNotFoundError:
            return

    async def remove_folder(self, prefix: str) -> None:
        """Delete every picture whose key begins with `prefix` and a slash."""
        async for batch in self._store.list(prefix):
            await self._store.delete_async([each["path"] for each in batch])

    @staticmethod
    def type_of(key: str) -> str:
        """The media type by the key's ending."""
        return _TYPES[key.rpartition(".")[2]]


def open_media(url: str) -> Media:
    """The store at `file://` or `s3://`; a missing folder is created."""
    parts = urlsplit(url)
    if parts.scheme == "file":
        Path(unquote(parts.path)).mkdir(parents=True, exist_ok=True)
    return Media(from_url(url))


@asynccontextmanager
async def media_ready(app: FastAPI) -> AsyncGenerator[None]:
    """Set `app.state.media` while the service runs."""
    app.state.media = media = open_media(app.state.settings.media_url)
    app.state.process.watch("media", lambda: media.outcome.is_there)
    yield


async def _media(request: Request) -> Media:
    return request.app.state.media


RequestMedia = Annotated[Media, Depends(_media)]
