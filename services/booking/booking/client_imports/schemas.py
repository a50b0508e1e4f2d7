"""Requests and answers about clients from a file (api.md 4)."""

from typing import Annotated

from chassis.media.uploads import Upload
from contracts.rules.checks import TextMax
from contracts.rules.text import Text
from pydantic import BaseModel, ConfigDict

from booking.client_imports.rules import Outcome


class ClientFileToImport(BaseModel):
    """A CSV file of clients as a data URL or as base64."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_media_base: Upload


class ClientImport(ClientFileToImport):
    """The same file once more, and which preview of it was seen."""

    iv_preview: Annotated[str, Text(TextMax(64))] = ""


class ImportRow(BaseModel):
    """A row of the file, and what becomes of it. `line` is 1 for the first line of the file; `field` and
    `reason` say why a row is refused, `client_id` and `client_name` whom it joins.
    """

    line: int
    outcome: Outcome
    name: str
    email: str
    phone: str
    client_id: str
    client_name: str
    field: str
    reason: str


class ImportCounts(BaseModel):
    """How many rows name a new client, add something to one, change nothing, and are refused."""

    new: int
    joined: int
    unchanged: int
    refused: int


class ImportPreview(ImportCounts):
    """What the import of a file would do; `preview` names it."""

    preview: str
    rows: list[ImportRow]
