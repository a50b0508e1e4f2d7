"""Alembic's entry: this service's tables and the chassis'."""

from chassis.migrations import run_env
from feed.models_registry import metadata

run_env(metadata)
