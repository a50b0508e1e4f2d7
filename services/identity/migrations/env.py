"""Alembic's entry: identity's tables and the chassis'."""

from chassis.migrations import run_env
from identity.models_registry import metadata

run_env(metadata)
