"""Requests and answers about clients from a file (api.md 4)."""

from typing import Annotated

from chassis.media.uploads import Upload
from contracts.rules.checks import OneOf, TextMax
from contracts.rules.lists import EntryCount, JsonList
from contracts.rules.text import Text
from pydantic import BaseModel, ConfigDict

from booking.client_imports.columns import USES, Use
from booking.client_imports.rules import MOST_COLUMNS, Outcome

Uses = Annotated[JsonList[Annotated[str, Text(OneOf(USES))]], EntryCount(0, MOST_COLUMNS)]
"""For what each column is used, from the left; '' is unused."""


class ClientFileToImport(BaseModel):
    """A CSV file of clients as a data URL or as base64. Without `iv_columns` the names of its columns say for
    what they are used.
    """

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_media_base: Upload
    iv_columns: Uses = []


class ClientImport(ClientFileToImport):
    """The same file and columns once more, and which preview of them was seen."""

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


class ImportColumn(BaseModel):
    """A column of the file: its name, for what it is used, and the first value in it."""

    name: str
    used_for: Use
    example: str


class ImportPreview(ImportCounts):
    """What the import of a file would do; `preview` names it. `columns` are the file's, from the left."""

    preview: str
    columns: list[ImportColumn]
    rows: list[ImportRow]
