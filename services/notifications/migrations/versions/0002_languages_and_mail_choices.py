"""People are written to in their language, can stop mails by a link, and failed mails can be seen."""

from alembic import op

revision = "0002"
down_revision = "0001"

STATEMENTS = (
    "ALTER TABLE person ADD COLUMN language text NOT NULL DEFAULT 'english'",
    "ALTER TABLE person ADD COLUMN mail_token text",
    "ALTER TABLE person ADD CONSTRAINT uq_person_mail_token UNIQUE (mail_token)",
    "ALTER TABLE mail ADD COLUMN unsubscribe text NOT NULL DEFAULT ''",
    # Few: most mails are sent, and the words of one that was given up are kept for a fortnight.
    "CREATE INDEX ix_mail_id_given_up ON mail (id) WHERE given_up_at IS NOT NULL AND receiver <> ''",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
