"""Judges the SQL of migrations by the rules of deploy/migrations.md.

    python -m ci.migration_policy

squawk knows what each statement locks and rewrites; what it does not look for is judged here. Migrations of
before the first release ran on databases that nobody used, and are not judged.
"""

import importlib.util
import io
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Final

from alembic.migration import MigrationContext
from alembic.operations import Operations
from chassis.migrations import LOCK_TIMEOUT

from ci.releases import releases

ROOT: Final = Path(__file__).parents[2]
POSTGRES: Final = "15"
"""The oldest version that is supported: newer ones lock less."""

BEFORE_THE_FIRST_RELEASE: Final = {
    "identity": "0016",
    "profiles": "0013",
    "booking": "0025",
    "feed": "0008",
    "notifications": "0017",
}
"""The last revision of each service that is not judged: it ran before release 1.0.0."""

UNUSED_SINCE: Final = "UNUSED_SINCE"
"""A migration that drops something names the release, already out, whose code uses it no more."""
_DROPS: Final = frozenset({"ban-drop-column", "ban-drop-table", "ban-drop-not-null", "ban-drop-constraint"})
_NOT_ASKED: Final = (
    "prefer-bigint-over-int",
    "prefer-bigint-over-smallint",
    "prefer-identity",
    "prefer-robust-stmts",
    "prefer-text-field",
    "require-statement-timeout",
)
"""Style; and a statement may take long: it is the lock that may not."""
_FORBIDDEN: Final = (
    (r"UPDATE\b|WITH\b.*\bUPDATE\b", "an UPDATE belongs into a job that goes in small steps"),
    (r"DELETE\b|WITH\b.*\bDELETE FROM\b", "a DELETE belongs into a job that goes in small steps"),
    (r"INSERT INTO\b.*\bSELECT\b", "copying rows belongs into a job that goes in small steps"),
    (r"(TRUNCATE|LOCK|CLUSTER|REFRESH)\b|VACUUM\b.*\bFULL\b", "it locks a table for its whole length"),
    (r"SET\b.*\block_timeout\b", "chassis.migrations sets lock_timeout"),
    (r"ALTER TABLE\b.*\bVALIDATE CONSTRAINT\b", None),
)
_ADDS_NOT_VALID: Final = re.compile(r"ADD CONSTRAINT (\S+) .*NOT VALID", re.IGNORECASE | re.DOTALL)
_VALIDATES: Final = re.compile(r"VALIDATE CONSTRAINT (\S+?);?$", re.IGNORECASE)


@dataclass(frozen=True)
class Finding:
    """A statement that would hold up requests, or break the version that still runs."""

    migration: str
    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.migration}: {self.rule}: {self.message}"


def judged(service: str) -> list[Path]:
    """The migrations of a service that are judged, the oldest first."""
    folder = ROOT / "services" / service / "migrations" / "versions"
    last = BEFORE_THE_FIRST_RELEASE[service]
    return sorted(path for path in folder.glob("[0-9]*.py") if path.name.split("_")[0] > last)


def load(path: Path) -> ModuleType:
    """The module of a migration."""
    spec = importlib.util.spec_from_file_location(f"migration_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def sql_of(migration: ModuleType) -> str:
    """What a migration runs, as `chassis.migrations` runs it: in a transaction, except where it ends it."""
    written = io.StringIO()
    context = MigrationContext.configure(
        dialect_name="postgresql", opts={"as_sql": True, "output_buffer": written}
    )
    with Operations.context(context):
        migration.upgrade()
    return f"SET lock_timeout = '{LOCK_TIMEOUT}';\nBEGIN;\n{written.getvalue()}\nCOMMIT;\n"


def findings_in(name: str, sql: str, unused_since: str | None = None) -> list[Finding]:
    """What is wrong with the SQL of a migration. `unused_since` is what the migration says of its drops."""
    found = [
        Finding(name, rule, message)
        for rule, message in _squawk(sql)
        if rule not in _DROPS or unused_since not in {each.version for each in releases()}
    ]
    return found + _of_ours(name, sql)


def _squawk(sql: str) -> list[tuple[str, str]]:
    command = [
        str(Path(sys.executable).parent / "squawk"),
        *("--reporter", "json", "--pg-version", POSTGRES),
        *(option for rule in _NOT_ASKED for option in ("--exclude", rule)),
    ]
    run = subprocess.run(command, input=sql, capture_output=True, text=True, check=False)
    if run.returncode not in {0, 1} or not run.stdout.strip():
        raise RuntimeError(run.stderr or "squawk said nothing")
    return [
        (each["rule_name"], f"line {each['line'] + 1}: {each['message']}") for each in json.loads(run.stdout)
    ]


def _of_ours(name: str, sql: str) -> list[Finding]:
    found: list[Finding] = []
    together, waiting = False, set[str]()
    for statement in _statements(sql):
        for pattern, why in _FORBIDDEN:
            if why and re.match(pattern, statement, re.IGNORECASE | re.DOTALL):
                found.append(Finding(name, "forbidden-statement", f"{statement[:60]}: {why}"))
        if statement.upper().startswith(("BEGIN", "COMMIT")):
            together = statement.upper().startswith("BEGIN")
            waiting.clear()
        if together and (added := _ADDS_NOT_VALID.search(statement)):
            waiting.add(added[1])
        if (validated := _VALIDATES.search(statement)) and validated[1] in waiting:
            found.append(Finding(name, "validate-later", f"{validated[1]}: in a transaction of its own"))
    return found


def _statements(sql: str) -> Sequence[str]:
    """The statements of a script, without comments and without what functions hold."""
    sql = re.sub(r"\$(\w*)\$.*?\$\1\$", "''", sql, flags=re.DOTALL)
    sql = re.sub(r"--[^\n]*", "", sql)
    own = f"SET lock_timeout = '{LOCK_TIMEOUT}'"
    return [each for part in sql.split(";") if (each := part.strip()) and each != own]


def findings(service: str) -> list[Finding]:
    """What is wrong with the migrations of a service."""
    found: list[Finding] = []
    for path in judged(service):
        migration = load(path)
        unused_since: str | None = getattr(migration, UNUSED_SINCE, None)
        found += findings_in(f"{service}/{path.name}", sql_of(migration), unused_since)
    return found


def main() -> int:
    """Print what is wrong; returns the exit status."""
    found = [each for service in BEFORE_THE_FIRST_RELEASE for each in findings(service)]
    for each in found:
        print(each)
    count = sum(len(judged(service)) for service in BEFORE_THE_FIRST_RELEASE)
    print(f"{count} migrations judged, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
