"""Which order a mail is about, so that a guest's name leaves it; keys by which guests are given their data.

Of the mails that are there, those to guests and those that still have their texts learn their order from
their source, where that names it.
"""

from alembic import op

revision = "0012"
down_revision = "0011"

STATEMENTS = (
    "SET LOCAL lock_timeout = '5s'",
    """
        CREATE TABLE guest_data_grant (
            key_digest text NOT NULL,
            address_digest text NOT NULL,
            expires_at timestamptz NOT NULL,
            CONSTRAINT pk_guest_data_grant PRIMARY KEY (key_digest)
        )
    """,
    'ALTER TABLE mail ADD COLUMN order_id text COLLATE "C"',
    'ALTER TABLE mailbox_entry ADD COLUMN order_id text COLLATE "C"',
    """
    UPDATE mail SET order_id = split_part(source, ':', 2)
    WHERE (account_id IS NULL OR text <> '')
        AND source ~ '^booking[.]order[.][a-z_]+:'
        AND source !~ '^booking[.]order[.](time_proposed|time_declined|moved):'
    """,
    """
    UPDATE mailbox_entry SET order_id = mail.order_id
    FROM mail WHERE mail.id = mailbox_entry.id AND mail.order_id IS NOT NULL
    """,
    "CREATE INDEX ix_mail_order_id ON mail (order_id) WHERE order_id IS NOT NULL",
    "CREATE INDEX ix_mail_guest_receiver_key ON mail (receiver_key) WHERE account_id IS NULL",
    "CREATE INDEX ix_mail_guest_created_at ON mail (created_at) WHERE account_id IS NULL",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
