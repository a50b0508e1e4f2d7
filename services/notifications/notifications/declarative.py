"""The base of every table of this service."""

from typing import Final

from chassis.db import new_metadata
from sqlalchemy import BigInteger, Text
from sqlalchemy.orm import DeclarativeBase

ID: Final = Text(collation="C")
"""An id: opaque, compared byte by byte, so that later UUIDv7s sort after earlier ones."""


class Model(DeclarativeBase):
    """A row of this service's database."""

    metadata = new_metadata()
    type_annotation_map = {int: BigInteger}  # noqa: RUF012 - read once by SQLAlchemy
