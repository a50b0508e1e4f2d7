"""The version, the list of releases and the changelog agree."""

import re
import subprocess

from chassis.metrics import Metrics
from chassis.version import VERSION
from ci.releases import ROOT, Release, base_of_upgrade, releases


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split(".dev", maxsplit=1)[0].split("."))


def test_a_checkout_is_a_release_or_on_the_way_to_the_next_one() -> None:
    newest = releases()[0].version
    assert newest == VERSION or (_numbers(VERSION) > _numbers(newest) and ".dev" in VERSION)
    listed = [_numbers(each.version) for each in releases()]
    assert listed == sorted(set(listed), reverse=True)


def test_the_newest_release_is_an_ancestor_of_this_checkout() -> None:
    commit = releases()[0].commit
    git = ["git", "-C", str(ROOT)]
    if subprocess.run([*git, "cat-file", "-e", commit], capture_output=True, check=False).returncode:
        return  # an archive, or a copy without history
    assert subprocess.run([*git, "merge-base", "--is-ancestor", commit, "HEAD"], check=False).returncode == 0


def test_the_changelog_has_a_part_for_each_release_and_one_for_the_next() -> None:
    parts = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert parts == ["Unreleased", *(f"{each.version} - {each.date}" for each in releases())]


def test_without_tags_the_base_of_an_upgrade_is_the_commit_that_is_listed() -> None:
    listed = [Release("1.1.0", "b" * 40, "2026-12-01"), Release("1.0.0", "a" * 40, "2026-11-26")]
    assert base_of_upgrade(listed, "1.2.0.dev0", tags=frozenset({"v1.1.0"})) == "v1.1.0"
    assert base_of_upgrade(listed, "1.2.0.dev0", tags=frozenset()) == "b" * 40
    assert base_of_upgrade(listed, "1.1.0", tags=frozenset()) == "a" * 40, (
        "a release is tried from the one before"
    )


def test_the_metrics_say_which_version_runs() -> None:
    told = Metrics("booking").exposition().decode()
    assert f'openhours_build_info{{service="booking",version="{VERSION}"}} 1.0' in told
