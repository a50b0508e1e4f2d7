"""The migrations since the first release hold up no request, and break no version that still runs."""

import pytest
from chassis.version import VERSION
from ci.migration_policy import BEFORE_THE_FIRST_RELEASE, ROOT, findings, findings_in, judged
from ci.openapi import SERVICES
from ci.releases import releases

GOOD = """
SET lock_timeout = '2s';
BEGIN;
CREATE TABLE note (id bigint PRIMARY KEY, said text NOT NULL);
CREATE INDEX note_said_idx ON note (said);
ALTER TABLE entry ADD COLUMN note text;
ALTER TABLE entry ADD CONSTRAINT note_is_short CHECK (length(note) < 9) NOT VALID;
COMMIT;
DROP INDEX CONCURRENTLY IF EXISTS entry_note_idx;
CREATE INDEX CONCURRENTLY entry_note_idx ON entry (note);
ALTER TABLE entry ADD CONSTRAINT note_is_said CHECK (note <> '') NOT VALID;
ALTER TABLE entry VALIDATE CONSTRAINT note_is_said;
BEGIN;
ALTER TABLE entry VALIDATE CONSTRAINT note_is_short;
COMMIT;
"""


@pytest.mark.parametrize("service", SERVICES)
def test_every_migration_since_the_first_release_keeps_to_the_policy(service: str) -> None:
    assert [str(each) for each in findings(service)] == []


def test_what_is_not_judged_ran_before_the_first_release() -> None:
    assert set(BEFORE_THE_FIRST_RELEASE) == set(SERVICES)
    for service, revision in BEFORE_THE_FIRST_RELEASE.items():
        folder = ROOT / "services" / service / "migrations" / "versions"
        assert len(list(folder.glob(f"{revision}_*.py"))) == 1
        assert judged(service), "a migration since then is judged"


def test_changes_in_steps_are_well() -> None:
    assert findings_in("good", GOOD) == []


@pytest.mark.parametrize(
    ("statement", "rule"),
    [
        ("CREATE INDEX entry_note_idx ON entry (note);", "require-concurrent-index-creation"),
        ("CREATE INDEX CONCURRENTLY i ON entry (note);", "ban-concurrent-index-creation-in-transaction"),
        ("DROP INDEX entry_note_idx;", "require-concurrent-index-deletion"),
        ("ALTER TABLE entry ADD CONSTRAINT c CHECK (note <> '');", "constraint-missing-not-valid"),
        ("ALTER TABLE entry ADD CONSTRAINT u UNIQUE (note);", "disallowed-unique-constraint"),
        ("ALTER TABLE entry ALTER COLUMN note SET NOT NULL;", "adding-not-nullable-field"),
        (
            "ALTER TABLE entry ADD COLUMN at timestamptz DEFAULT timeofday();",
            "adding-field-with-default",
        ),
        ("ALTER TABLE entry ALTER COLUMN note TYPE bigint USING 1;", "changing-column-type"),
        ("ALTER TABLE entry RENAME COLUMN note TO said;", "renaming-column"),
        ("ALTER TABLE entry RENAME TO entries;", "renaming-table"),
        ("ALTER TABLE entry DROP COLUMN note;", "ban-drop-column"),
        ("DROP TABLE entry;", "ban-drop-table"),
        ("UPDATE entry SET note = '';", "forbidden-statement"),
        ("WITH old AS (SELECT 1) UPDATE entry SET note = '';", "forbidden-statement"),
        ("DELETE FROM entry;", "forbidden-statement"),
        ("INSERT INTO note SELECT id, note FROM entry;", "forbidden-statement"),
        ("TRUNCATE entry;", "forbidden-statement"),
        ("LOCK TABLE entry;", "forbidden-statement"),
        ("SET LOCAL lock_timeout = '1h';", "forbidden-statement"),
        (
            "ALTER TABLE entry ADD CONSTRAINT c CHECK (note <> '') NOT VALID;"
            " ALTER TABLE entry VALIDATE CONSTRAINT c;",
            "validate-later",
        ),
    ],
)
def test_what_would_hold_up_requests_or_break_the_version_before_is_found(statement: str, rule: str) -> None:
    sql = f"SET lock_timeout = '2s';\nBEGIN;\n{statement}\nCOMMIT;\n"
    assert rule in {each.rule for each in findings_in("bad", sql)}


def test_without_a_limit_for_locks_nothing_passes() -> None:
    sql = "BEGIN;\nALTER TABLE entry ADD COLUMN note text;\nCOMMIT;\n"
    assert {each.rule for each in findings_in("bad", sql)} == {"require-lock-timeout"}


def test_a_column_goes_once_a_release_without_it_is_out() -> None:
    sql = "SET lock_timeout = '2s';\nBEGIN;\nALTER TABLE entry DROP COLUMN note;\nCOMMIT;\n"
    assert findings_in("good", sql, unused_since=releases()[-1].version) == []
    assert {each.rule for each in findings_in("bad", sql, unused_since=VERSION)} == {"ban-drop-column"}
