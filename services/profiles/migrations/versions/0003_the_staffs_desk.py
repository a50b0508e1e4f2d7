"""Reports are decided, accounts and posts have a standing, requests are answered, the staff's acts are kept.

`search_entry` is emptied: the version before only deletes from it, this one no longer names it, and the next
drops it.
"""

from alembic import op

revision = "0003"
down_revision = "0002"

STATEMENTS = (
    "DELETE FROM search_entry",
    """
    ALTER TABLE account
        ADD COLUMN staff boolean NOT NULL DEFAULT false,
        ADD COLUMN suspended_at timestamptz,
        ADD COLUMN standing_revision bigint NOT NULL DEFAULT 0,
        ADD COLUMN lookup text GENERATED ALWAYS AS (lower(name || ' ' || username || ' ' || email)) STORED
    """,
    "CREATE INDEX ix_account_suspended_at ON account (suspended_at DESC) WHERE suspended_at IS NOT NULL",
    "CREATE INDEX ix_account_lookup ON account USING gin (lookup gin_trgm_ops) WHERE NOT deleted",
    """
    ALTER TABLE report
        ADD COLUMN status text NOT NULL DEFAULT 'open',
        ADD COLUMN action text NOT NULL DEFAULT '',
        ADD COLUMN closed_at timestamptz,
        ADD COLUMN evidence jsonb,
        DROP CONSTRAINT ck_report_type,
        ADD CONSTRAINT ck_report_type CHECK (report_type IN ('posts', 'appointments', 'messages')),
        ADD CONSTRAINT ck_report_status CHECK (status IN ('open', 'closed')),
        ADD CONSTRAINT ck_report_closed CHECK ((status = 'closed') = (closed_at IS NOT NULL))
    """,
    "CREATE INDEX ix_report_open ON report (report_id) WHERE status = 'open'",
    "CREATE INDEX ix_report_issue ON report (report_type, issue_id)",
    """
    CREATE TABLE post_standing (
        post_id text NOT NULL,
        owner_id text NOT NULL,
        hidden boolean NOT NULL,
        changed_at timestamptz NOT NULL,
        revision bigint NOT NULL,
        CONSTRAINT pk_post_standing PRIMARY KEY (post_id)
    )
    """,
    "CREATE INDEX ix_post_standing_owner_id ON post_standing (owner_id)",
    """
    CREATE TABLE user_request (
        request_id text NOT NULL,
        account_id text NOT NULL,
        name text NOT NULL,
        email text NOT NULL,
        language text NOT NULL,
        topic text NOT NULL,
        question text NOT NULL,
        filed_at timestamptz NOT NULL,
        answer text NOT NULL DEFAULT '',
        answered_at timestamptz,
        CONSTRAINT pk_user_request PRIMARY KEY (request_id)
    )
    """,
    "CREATE INDEX ix_user_request_account_id ON user_request (account_id) WHERE account_id <> ''",
    "CREATE INDEX ix_user_request_open ON user_request (request_id) WHERE answered_at IS NULL",
    """
    CREATE TABLE staff_act (
        act_id text NOT NULL,
        staff_id text NOT NULL,
        act text NOT NULL,
        account_id text NOT NULL,
        thing_id text NOT NULL,
        report_id text NOT NULL,
        note text NOT NULL,
        done_at timestamptz NOT NULL,
        CONSTRAINT pk_staff_act PRIMARY KEY (act_id)
    )
    """,
    "CREATE INDEX ix_staff_act_account_id ON staff_act (account_id, act_id DESC)",
    "CREATE INDEX ix_staff_act_report_id ON staff_act (report_id) WHERE report_id <> ''",
    """
    CREATE FUNCTION staff_act_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'what the staff did is written once and for all';
    END
    $$
    """,
    """
    CREATE TRIGGER staff_act_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON staff_act
        FOR EACH STATEMENT EXECUTE FUNCTION staff_act_stays()
    """,
    # The owner's rights alone are no way around it: the trigger fires also while replication plays rows back.
    "ALTER TABLE staff_act ENABLE ALWAYS TRIGGER staff_act_stays",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
