"""Which reminders a provider's sessions have, follow-ups, who has said that they come, and when the mail of
the day is due.

What the version before accepts has the standard reminders until its provider's plan is saved again; the
function knows the plan wherever a reminder is set anew.
"""

from alembic import op

revision = "0043"
down_revision = "0042"

STATEMENTS = (
    """
    CREATE TABLE IF NOT EXISTS reminder_plan (
        provider_id text NOT NULL,
        reminders jsonb,
        follow_up_hours smallint,
        daily_summary text DEFAULT 'off' NOT NULL,
        summary_at timestamptz,
        summarized_on date,
        CONSTRAINT pk_reminder_plan PRIMARY KEY (provider_id),
        CONSTRAINT ck_reminder_plan_daily_summary CHECK (daily_summary IN ('off', 'busy_days', 'every_day')),
        CONSTRAINT ck_reminder_plan_summary_at CHECK ((summary_at IS NULL) = (daily_summary = 'off'))
    )
    """,
    "CREATE INDEX IF NOT EXISTS ix_reminder_plan_summary_at ON reminder_plan (summary_at) "
    "WHERE summary_at IS NOT NULL",
    """
    CREATE TABLE IF NOT EXISTS follow_up (
        order_id text NOT NULL,
        due_at timestamptz NOT NULL,
        CONSTRAINT pk_follow_up PRIMARY KEY (order_id)
    )
    """,
    "CREATE INDEX IF NOT EXISTS ix_follow_up_due_at ON follow_up (due_at)",
    "ALTER TABLE session ADD COLUMN IF NOT EXISTS coming_at timestamptz",
    """
    CREATE OR REPLACE FUNCTION next_reminder(provider text, starts timestamptz, since timestamptz)
        RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
    DECLARE
        plan jsonb := (SELECT p.reminders FROM reminder_plan p WHERE p.provider_id = provider);
    BEGIN
        RETURN (
            SELECT min(starts - make_interval(mins => (each->>0)::integer))
            FROM jsonb_array_elements(coalesce(plan, '[[1440], [60]]'::jsonb)) AS each
            WHERE starts - make_interval(mins => (each->>0)::integer) > since);
    END
    $$
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
