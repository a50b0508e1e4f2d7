"""Alembic's entry: profiles' tables and the chassis'."""

from chassis.migrations import run_env
from profiles.tables import RETIRED, metadata

run_env(metadata, retired=RETIRED)
