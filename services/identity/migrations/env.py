"""Alembic's entry: identity's tables and the chassis'."""

from chassis.migrations import run_env
from identity.tables import metadata

run_env(metadata)
