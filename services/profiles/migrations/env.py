"""Alembic's entry: profiles' tables and the chassis'."""

from chassis.migrations import run_env
from profiles.models_registry import RETIRED, metadata

run_env(metadata, retired=RETIRED)
