"""Reads a file of clients that came with a request, before the request's transaction begins."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final, cast

from chassis.errors import CHECK_FIELDS, RuleViolation
from chassis.media.upload_route import RequestUploads
from chassis.media.uploads import read_in
from fastapi import Depends

from booking.client_imports.columns import Use
from booking.client_imports.rules import FileColumn, Step, client_file, judged
from booking.client_imports.schemas import ClientFileToImport
from booking.projections.provider_callers import ProviderAccount

SECONDS: Final = 2.0
"""Of a processor, for the rows of a file. The largest ones take a third of a second."""
TOO_SLOW: Final = "This file takes too long to read."


@dataclass(frozen=True, slots=True)
class FileRead:
    """The columns of a file, and each of its rows as it is kept or refused."""

    columns: list[FileColumn]
    steps: list[Step]


def read_file(content: bytes, uses: Sequence[Use]) -> FileRead:
    """Read and judge a file, in a thread. Raises RuleViolation for one that cannot be read in time."""
    until = time.thread_time() + SECONDS
    file = client_file(content, uses)
    steps: list[Step] = []
    for row in file.rows:
        if time.thread_time() > until:
            raise RuleViolation(CHECK_FIELDS, iv_media_base=TOO_SLOW)
        steps.append(judged(row))
    return FileRead(file.columns, steps)


async def _read(file: ClientFileToImport, caller: ProviderAccount, uploads: RequestUploads) -> FileRead:
    del caller  # who may call is checked before the file is read
    uses: Sequence[Use] = [cast("Use", use or "unused") for use in file.iv_columns]
    return await read_in(uploads, file.iv_media_base, partial(read_file, uses=uses))


ReadFile = Annotated[FileRead, Depends(_read)]
"""The file of the request. Comes before `Writing` among the parameters: no transaction waits for it."""
