"""The archive: reports of accounts that went, and the function that removes them when their time is over.

The owner alone reads and removes; the serving role adds rows (`chassis.database_roles.ADD_ONLY`). It may call
the function, which runs with the owner's rights: it takes no arguments, so that nobody can tell it what is
old, and resolves its names in pg_catalog alone.
"""

from alembic import op

revision = "0012"
down_revision = "0011"

STATEMENTS = (
    "SET LOCAL lock_timeout = '5s'",
    "CREATE SCHEMA archive",
    """
    CREATE TABLE archive.archived_report (
        entry_id bigint GENERATED ALWAYS AS IDENTITY,
        report_id text NOT NULL,
        reporter_id text NOT NULL,
        reported_id text NOT NULL,
        report_type text NOT NULL,
        issue_id text NOT NULL,
        title text NOT NULL,
        details text NOT NULL,
        additional text NOT NULL,
        filed_at timestamptz NOT NULL,
        status text NOT NULL,
        action text NOT NULL,
        closed_at timestamptz,
        evidence jsonb,
        gone_id text NOT NULL,
        username_digest text NOT NULL,
        archived_at timestamptz NOT NULL,
        keep_until timestamptz NOT NULL,
        CONSTRAINT pk_archived_report PRIMARY KEY (entry_id)
    )
    """,
    "CREATE INDEX ix_archived_report_report_id ON archive.archived_report (report_id)",
    "CREATE INDEX ix_archived_report_reporter_id ON archive.archived_report (reporter_id)",
    "CREATE INDEX ix_archived_report_reported_id ON archive.archived_report (reported_id)",
    "CREATE INDEX ix_archived_report_keep_until ON archive.archived_report (keep_until)",
    """
    CREATE TABLE archive.late_evidence (
        entry_id bigint GENERATED ALWAYS AS IDENTITY,
        report_id text NOT NULL,
        evidence jsonb NOT NULL,
        archived_at timestamptz NOT NULL,
        keep_until timestamptz NOT NULL,
        CONSTRAINT pk_late_evidence PRIMARY KEY (entry_id)
    )
    """,
    "CREATE INDEX ix_late_evidence_report_id ON archive.late_evidence (report_id)",
    "CREATE INDEX ix_late_evidence_keep_until ON archive.late_evidence (keep_until)",
    """
    CREATE FUNCTION archive.remove_expired() RETURNS void LANGUAGE sql
        SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
        DELETE FROM archive.archived_report WHERE keep_until < now();
        DELETE FROM archive.late_evidence WHERE keep_until < now();
    $$
    """,
    "REVOKE ALL ON FUNCTION archive.remove_expired() FROM PUBLIC",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
