"""The two tests of a service's statements, which it inherits beside its seeds and reasons."""

from collections.abc import Mapping
from typing import ClassVar, Final

import pytest

from testkit.databases_for_tests import Databases
from testkit.pytest_plugin import NewDatabase
from testkit.statement_reads import Seeds, unexplained, wasteful_statements
from testkit.statements import statements_of, unfit_statements

LARGEST: Final = 100_000
"""Rows of each table in `make test-all`."""


@pytest.mark.service
class StatementTests:
    """Every statement fits the migrated database, and reads about as many rows as it answers."""

    service: ClassVar[str]
    seeds: ClassVar[Seeds]
    reasons: ClassVar[Mapping[str, str]]
    """Why the statements by these names may read more."""
    settings: ClassVar[Mapping[str, str]] = {}
    """Of the connections on which the service runs its statements."""
    rows: ClassVar[int] = 20_000
    """Of each table, in the gate: as few as make plans of a large table."""
    shared: ClassVar[tuple[str, ...]] = ()
    """Packages whose statements run on the tables of this service too."""

    async def test_every_statement_fits_the_migrated_database(self, new_database: NewDatabase) -> None:
        assert len(statements_of(self.service)) >= 1
        unfit = await unfit_statements(self.service, await new_database(self.service))
        assert unfit == [], unfit

    @pytest.mark.timeout(300)  # it writes up to some millions of rows
    @pytest.mark.parametrize("size", ["large", pytest.param("largest", marks=pytest.mark.long)])
    async def test_no_statement_reads_far_more_rows_than_it_answers(
        self, new_database: NewDatabase, databases: Databases, size: str
    ) -> None:
        rows = LARGEST if size == "largest" else self.rows
        url = databases.superuser_url(await new_database(self.service))
        packages = (self.service, *self.shared)
        found = await wasteful_statements(packages, url, self.seeds, rows, self.settings)
        left = unexplained(found, self.reasons, rows)
        assert left == {}, left
