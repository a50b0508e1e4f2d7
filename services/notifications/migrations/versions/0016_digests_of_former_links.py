"""Links that stop mails hold no secret of a table any more; of those mailed before, digests are kept.

The service moves `person.mail_token` into this table when it starts. The column stays for the version before,
which may still make such links beside this one; the next migration drops it.
"""

from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute(
        """
        CREATE TABLE former_mail_token (
            digest text NOT NULL,
            account_id text COLLATE "C" NOT NULL,
            CONSTRAINT pk_former_mail_token PRIMARY KEY (digest)
        )
        """
    )
    op.execute("CREATE INDEX ix_former_mail_token_account_id ON former_mail_token (account_id)")
