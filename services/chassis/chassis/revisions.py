"""The revisions that a service's migrations make.

A later one is greater. One file may hold all that changed between two releases: the numbers of steps that
only development versions had are then known no more.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_REVISION: Final = re.compile(r'^revision = "([^"]+)"$', re.MULTILINE)
_DOWN_REVISION: Final = re.compile(r'^down_revision = "([^"]+)"$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Revisions:
    """The revisions of one version of a service."""

    known: frozenset[str]
    heads: frozenset[str]

    @property
    def oldest(self) -> str:
        """The revision that a database has at the least, to be migrated."""
        return min(self.known)

    @property
    def newest(self) -> str:
        """The revision that the code works with."""
        return max(self.heads)

    def outdated(self, found: str) -> bool:
        """Whether no migration goes on from this revision, since it is older than the newest."""
        return found not in self.known and found < self.newest

    def fit(self, found: frozenset[str]) -> bool:
        """Whether this version can run on a database at these revisions: its own, or newer ones."""
        return self.heads <= found or not (found <= self.known or any(map(self.outdated, found)))


def revisions_in(migrations: Path) -> Revisions:
    """Read the revisions from the files in `migrations/versions`, without Alembic, which executes them all
    and takes 5 MB of each process."""
    texts = [file.read_text() for file in sorted((migrations / "versions").glob("*.py"))]
    known = frozenset(found for text in texts for found in _REVISION.findall(text))
    followed = {found for text in texts for found in _DOWN_REVISION.findall(text)}
    return Revisions(known, known - followed)
