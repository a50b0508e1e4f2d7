"""The releases of Openhours, as deploy/releases.json lists them, and the version of this checkout."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True)
class Release:
    """A release: its tag is `v` and the version."""

    version: str
    commit: str
    """What a checkout without tags takes for the tag."""
    date: str


def releases() -> list[Release]:
    """All releases, the newest first."""
    listed: list[dict[str, str]] = json.loads((ROOT / "deploy" / "releases.json").read_text())["releases"]
    return [Release(**each) for each in listed]


def base_of_upgrade(listed: Sequence[Release], version: str, tags: Collection[str]) -> str:
    """What `make upgrade` begins with: the tag of the newest release before this version, or its commit."""
    release = next(each for each in listed if each.version != version)
    tag = f"v{release.version}"
    return tag if tag in tags else release.commit
