"""Finds secrets in tracked files by detect-secrets. `reviewed-secrets.json` names what only looks like one.

python -m ci.secret_scan          lists what nobody has reviewed
python -m ci.secret_scan accept   adds it to the reviewed ones; look at each line before you do so
"""

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from detect_secrets.core.scan import scan_file
from detect_secrets.settings import transient_settings
from local.databases import CHECKOUT

REVIEWED: Final = Path(__file__).with_name("reviewed-secrets.json")
NOT_READ: Final = re.compile(
    r"(package-lock\.json|requirements\.txt|installer\.txt|\.(png|jpe?g|webp|woff2|ttf))$|/generated/"
)
"""Lock files hold digests of packages, one a line; pictures and fonts hold no text; `make contracts` writes
the rest from files that are read."""
ABOUT_PASSWORDS: Final = re.compile(
    r"(^|/)(tests|attacks|e2e|testkit)/|\.test\.tsx?$|^web/src/i18n/|/translations/|/templates/"
)
"""Tests sign in with made-up passwords, and texts say 'password': there the word alone is no sign."""
BY_FORM: Final = (
    "AWSKeyDetector",
    "BasicAuthDetector",
    "GitHubTokenDetector",
    "GitLabTokenDetector",
    "JwtTokenDetector",
    "NpmDetector",
    "PrivateKeyDetector",
)
FILTERS: Final = (
    "detect_secrets.filters.allowlist.is_line_allowlisted",
    "detect_secrets.filters.heuristic.is_templated_secret",
    "detect_secrets.filters.heuristic.is_indirect_reference",
    "detect_secrets.filters.heuristic.is_sequential_string",
)
"""None of them asks a network whether a secret is a true one."""


@dataclass(frozen=True, order=True)
class FoundSecret:
    """A line that looks as if it held a secret. It is named by its digest only."""

    file: str
    line: int
    kind: str
    digest: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What stays the same when lines above it come or go."""
        return self.file, self.kind, self.digest


def tracked_files() -> list[str]:
    """The files under version control, as paths from the checkout."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    return [name for name in listed.stdout.split("\0") if name and not NOT_READ.search(name)]


def secrets_in(files: Iterable[str], root: Path = CHECKOUT) -> list[FoundSecret]:
    """What looks like a secret in these files, in order."""
    named = list(files)
    plain = [name for name in named if ABOUT_PASSWORDS.search(name)]
    others = [name for name in named if not ABOUT_PASSWORDS.search(name)]
    return sorted({*_scan(plain, BY_FORM, root), *_scan(others, (*BY_FORM, "KeywordDetector"), root)})


def _scan(files: Sequence[str], plugins: Sequence[str], root: Path) -> Iterable[FoundSecret]:
    used = {
        "plugins_used": [{"name": name} for name in plugins],
        "filters_used": [{"path": path} for path in FILTERS],
    }
    with transient_settings(used):
        for name in files:
            for secret in scan_file(str(root / name)):
                digest = hashlib.sha256((secret.secret_value or "").encode()).hexdigest()[:16]
                yield FoundSecret(name, secret.line_number, secret.type, digest)


def reviewed() -> set[tuple[str, str, str]]:
    """What somebody looked at, and found to be none: file, kind and digest."""
    return {(each["file"], each["kind"], each["digest"]) for each in json.loads(REVIEWED.read_text())}


def unknown_secrets() -> list[FoundSecret]:
    """What looks like a secret in a tracked file, and is not among the reviewed ones."""
    known = reviewed()
    return [each for each in secrets_in(tracked_files()) if each.key not in known]


def accept() -> None:
    """Write all that is found now as reviewed."""
    keys = sorted({each.key for each in secrets_in(tracked_files())})
    rows = [json.dumps({"file": file, "kind": kind, "digest": digest}) for file, kind, digest in keys]
    REVIEWED.write_text("[\n  " + ",\n  ".join(rows) + "\n]\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["accept"]:
        accept()
    found_now = unknown_secrets()
    for each in found_now:
        print(f"{each.file}:{each.line}: {each.kind}")
    sys.exit(bool(found_now))
