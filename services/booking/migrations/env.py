"""Alembic's entry: booking's tables and the chassis'."""

from booking.tables import metadata
from chassis.migrations import run_env

run_env(metadata)
