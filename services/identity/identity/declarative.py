"""The catalogue of identity's own tables."""

from chassis.db import new_metadata
from sqlalchemy.orm import DeclarativeBase


class Model(DeclarativeBase):
    """Base of every table of this service."""

    metadata = new_metadata()
