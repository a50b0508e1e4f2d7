"""A pytest plugin that lists failed tests in the file named by FAILED_IDS, to run them again."""

import os
from pathlib import Path

import pytest


class FailedIds:
    """Lists the ids of failed tests in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that failed, or whose fixtures did."""
        if report.failed:
            self._note(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a file that could not be read."""
        if report.failed:
            self._note(report.nodeid)

    def _note(self, node_id: str) -> None:
        with self._file.open("a") as ids:
            ids.write(f"{node_id}\n")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to list; the workers of pytest-xdist report to one process."""
    file = os.environ.get("FAILED_IDS")
    if file and not hasattr(config, "workerinput"):
        config.pluginmanager.register(FailedIds(Path(file)))
