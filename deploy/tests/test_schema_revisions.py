"""A service reads its revisions from the files of its migrations as Alembic does."""

import pytest
from alembic.script import ScriptDirectory
from chassis.migrations import OLDEST_RELEASE, config_for
from chassis.revisions import Revisions, revisions_in
from ci.migration_policy import BEFORE_THE_FIRST_RELEASE
from ci.releases import releases
from local.databases import CHECKOUT, SERVICES


@pytest.mark.parametrize("service", SERVICES)
def test_its_heads_are_those_of_alembic(service: str) -> None:
    folder = CHECKOUT / "services" / service
    scripts = ScriptDirectory.from_config(config_for(folder, "postgresql://127.0.0.1/none"))
    found = revisions_in(folder / "migrations")
    assert found.heads == set(scripts.get_heads())
    assert found.known == {script.revision for script in scripts.walk_revisions()}


@pytest.mark.parametrize("service", SERVICES)
def test_migrations_go_on_from_the_oldest_release(service: str) -> None:
    assert releases()[-1].version == OLDEST_RELEASE
    found = revisions_in(CHECKOUT / "services" / service / "migrations")
    assert found.oldest == BEFORE_THE_FIRST_RELEASE[service]


@pytest.mark.parametrize(
    ("found", "outdated", "fits"),
    [
        ("0003", True, False),
        ("0007", False, False),
        ("0008", True, False),
        ("0009", False, True),
        ("0010", False, True),
    ],
)
def test_a_newer_schema_serves_and_an_older_one_does_not(found: str, outdated: bool, fits: bool) -> None:
    ours = Revisions(known=frozenset({"0007", "0009"}), heads=frozenset({"0009"}))
    assert ours.outdated(found) is outdated
    assert ours.fit(frozenset({found})) is fits


def test_a_database_without_tables_does_not_serve() -> None:
    assert not Revisions(known=frozenset({"0007"}), heads=frozenset({"0007"})).fit(frozenset())
