"""`make check` finds the tests that a change can break."""

from typing import Final

import pytest
from ci.impact import FileOfTests, chosen_tests, distances, module_of

RULES: Final = "booking.hours.rules"


class Graph:
    """app imports service, which imports rules."""

    def __init__(self) -> None:
        self.modules = {RULES, "booking.hours.service", "booking.app", "feed.app"}

    def find_modules_that_directly_import(self, module: str) -> set[str]:
        """The next layer."""
        return {RULES: {"booking.hours.service"}, "booking.hours.service": {"booking.app"}}.get(module, set())


def test_the_closest_tests_come_first_and_the_rest_stays_away() -> None:
    tests = [
        FileOfTests("services/booking/tests/contract/test_statements.py", frozenset({"booking.app"})),
        FileOfTests(
            "services/booking/tests/unit/test_hours.py", frozenset({"booking.hours.rules", "datetime"})
        ),
        FileOfTests("services/booking/tests/service/test_hours.py", frozenset({"httpx"})),
        FileOfTests("services/feed/tests/service/test_feed.py", frozenset({"feed.app"})),
        FileOfTests("deploy/attacks/test_callers.py", frozenset({"booking.app"})),
        FileOfTests("deploy/attacks/test_hours.py", frozenset({RULES})),
    ]
    reached = distances(Graph(), [RULES, "web.never"])
    assert reached == {RULES: 0, "booking.hours.service": 1, "booking.app": 2}
    assert chosen_tests(["services/booking/booking/hours/rules.py"], reached, tests) == [
        "deploy/attacks/test_hours.py",
        "services/booking/tests/unit/test_hours.py",
        "services/booking/tests/service/test_hours.py",
        "services/booking/tests/contract/test_statements.py",
    ]


def test_a_changed_test_and_what_a_helper_serves_run() -> None:
    tests = [
        FileOfTests("services/feed/tests/service/test_feed.py", frozenset()),
        FileOfTests("services/feed/tests/unit/test_rules.py", frozenset()),
        FileOfTests("deploy/e2e/test_feed.py", frozenset()),
    ]
    assert chosen_tests(["deploy/e2e/test_feed.py"], {}, tests) == ["deploy/e2e/test_feed.py"]
    assert chosen_tests(["services/feed/tests/conftest.py"], {}, tests) == [
        "services/feed/tests/service/test_feed.py",
        "services/feed/tests/unit/test_rules.py",
    ]


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("services/booking/booking/hours/rules.py", "booking.hours.rules"),
        ("services/booking/booking/__init__.py", "booking"),
        ("deploy/ci/impact.py", "ci.impact"),
        ("proto-contracts/contracts/texts.py", "contracts.texts"),
        ("services/booking/tests/conftest.py", None),
        ("web/src/main.tsx", None),
    ],
)
def test_a_file_is_a_module_of_a_package(path: str, module: str | None) -> None:
    assert module_of(path) == module
