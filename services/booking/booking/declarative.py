"""The base of every table of this service."""

from datetime import datetime
from typing import Any, ClassVar

from chassis.db import new_metadata
from sqlalchemy import DateTime, Integer, Text
from sqlalchemy.orm import DeclarativeBase


class Model(DeclarativeBase):
    """A row of booking's database."""

    metadata = new_metadata()
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        str: Text,
        int: Integer,
        datetime: DateTime(timezone=True),
    }
