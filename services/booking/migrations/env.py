"""Alembic's entry: booking's tables and the chassis'."""

from booking.models_registry import metadata
from chassis.migrations import run_env

run_env(metadata)
