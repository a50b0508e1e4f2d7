"""The base of every table of this service."""

from chassis.db import new_metadata
from sqlalchemy.orm import DeclarativeBase


class Model(DeclarativeBase):
    """A row of this service's database."""

    metadata = new_metadata()
