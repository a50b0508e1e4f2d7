"""Requests and answers about files of clients (api.md 4)."""

from typing import Annotated

from chassis.media.uploads import Upload
from chassis.media.validation import FileKind
from contracts.event import Instant
from contracts.rules.checks import Required, TextMax
from contracts.rules.fields import ClientFileName
from contracts.rules.text import Text
from pydantic import BaseModel, ConfigDict

_Id = Annotated[str, Text(Required(), TextMax(64))]


class NewClientFile(BaseModel):
    """A picture or a PDF for a client, as a data URL or as base64."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_client_id: _Id
    iv_name: ClientFileName
    iv_media_base: Upload


class ClientFileRemoval(BaseModel):
    """Which file goes."""

    iv_file_id: _Id


class ClientFile(BaseModel):
    """A file of a client; `size` is in bytes, and `path` answers the file to its provider."""

    file_id: str
    client_id: str
    name: str
    kind: FileKind
    size: int
    created_at: Instant
    path: str


class ClientFiles(BaseModel):
    """The files of a client, the newest first, and how many there may be."""

    files: list[ClientFile]
    most_files: int


class ClientFileKept(BaseModel):
    """The file as it is kept."""

    file: ClientFile
