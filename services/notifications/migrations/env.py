"""Alembic's entry: this service's tables and the chassis'."""

from chassis.migrations import run_env
from notifications.models_registry import metadata

run_env(metadata, retired=["push", "push_note", "push_token"])
