"""A service reads its revisions from the files of its migrations as Alembic does."""

import pytest
from alembic.script import ScriptDirectory
from chassis.migrations import config_for
from chassis.schema_revision import revisions_in
from local.databases import CHECKOUT, SERVICES


@pytest.mark.parametrize("service", SERVICES)
def test_its_heads_are_those_of_alembic(service: str) -> None:
    folder = CHECKOUT / "services" / service
    scripts = ScriptDirectory.from_config(config_for(folder, "postgresql://127.0.0.1/none"))
    found = revisions_in(folder / "migrations")
    assert found.heads == set(scripts.get_heads())
    assert found.known == {script.revision for script in scripts.walk_revisions()}
