"""Every statement fits the migrated database and returns the columns that its row type names."""

import pytest
from testkit.pytest_plugin import NewDatabase
from testkit.statements import statements_of, unfit_statements

pytestmark = pytest.mark.service


async def test_every_statement_fits_the_migrated_database(new_database: NewDatabase) -> None:
    assert len(statements_of("notifications")) >= 1
    assert await unfit_statements("notifications", await new_database("notifications")) == []
