"""Reads the JUnit files of the test runners: what passed, failed and was skipped."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.etree import ElementTree  # our own runners' reports

LINES_OF_WHY: Final = 12
LINE_LENGTH: Final = 200


@dataclass(frozen=True)
class FailedTest:
    """A test that failed, as its runner reports it."""

    place: str
    """Its file for Playwright and vitest, its module for pytest."""
    name: str
    output: str = ""
    """Its whole message, and what it printed."""
    why: str = ""
    """The first lines of its message."""

    def __str__(self) -> str:
        title = f"{self.place} › {self.name}" if self.place else self.name
        return "\n    ".join([title, *self.why.splitlines()])


@dataclass(frozen=True)
class Tally:
    """The counts of passed, failed and skipped checks."""

    passed: int = 0
    skipped: int = 0
    failed: tuple[FailedTest, ...] = ()
    flaky: tuple[FailedTest, ...] = ()
    """Failed at first, and passed when they ran again alone; counted as passed too."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.passed + other.passed,
            self.skipped + other.skipped,
            self.failed + other.failed,
            self.flaky + other.flaky,
        )

    def __str__(self) -> str:
        flaky = f", {len(self.flaky)} flaky" if self.flaky else ""
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {len(self.failed)} failed{flaky}{skipped}"


def read_report(report: Path) -> Tally:
    """The tally of a JUnit file; zeros when there is none."""
    cases = _cases(report)
    wrong = [case for case in cases if _is_wrong(case)]
    skipped = sum(1 for case in cases if case.find("skipped") is not None)
    failed = {(test.place, test.name): test for test in map(_failed_test, wrong)}
    return Tally(len(cases) - len(wrong) - skipped, skipped, tuple(failed.values()))


def passed_tests(report: Path) -> set[tuple[str, str]]:
    """The place and name of each test in a JUnit file that ran and passed."""
    wrong = {_key(case) for case in _cases(report) if _is_wrong(case) or case.find("skipped") is not None}
    return {_key(case) for case in _cases(report)} - wrong


def _cases(report: Path) -> list[ElementTree.Element]:
    try:
        return list(ElementTree.parse(report).getroot().iter("testcase"))  # noqa: S314
    except (FileNotFoundError, ElementTree.ParseError):
        return []


def _is_wrong(case: ElementTree.Element) -> bool:
    return case.find("failure") is not None or case.find("error") is not None


def _key(case: ElementTree.Element) -> tuple[str, str]:
    return case.get("classname", ""), case.get("name", "")


def _failed_test(case: ElementTree.Element) -> FailedTest:
    reasons = [each for each in case if each.tag in {"failure", "error"}]
    message = " ".join(each.text or each.get("message", "") for each in reasons)
    printed = [each.text or "" for each in case if each.tag in {"system-out", "system-err"}]
    return FailedTest(
        case.get("classname", ""), case.get("name", ""), "\n".join([message, *printed]), _first_lines(message)
    )


def _first_lines(message: str) -> str:
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    # pytest prints the test's source first; the lines of the error begin with E.
    points = [line for line in lines if line.startswith("E  ")] or lines
    return "\n".join(line[:LINE_LENGTH] for line in points[:LINES_OF_WHY])
