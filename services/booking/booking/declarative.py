"""The catalogue of booking's own tables; each capability's models.py enters its tables here."""

from typing import Final

from chassis.db import new_metadata

metadata: Final = new_metadata()
