"""Files that a provider keeps with a client, and when a client was imported."""

from alembic import op

revision = "0044"
down_revision = "0043"

STATEMENTS = (
    """
    CREATE TABLE client_file (
        file_id text NOT NULL,
        provider_id text NOT NULL,
        client_id text NOT NULL,
        name text NOT NULL,
        kind text NOT NULL,
        size integer NOT NULL,
        content bytea NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT pk_client_file PRIMARY KEY (file_id),
        CONSTRAINT fk_client_file_client_id_client FOREIGN KEY (client_id)
            REFERENCES client (client_id) ON DELETE CASCADE,
        CONSTRAINT ck_client_file_kind CHECK (kind IN ('picture', 'pdf')),
        CONSTRAINT ck_client_file_size CHECK (size = octet_length(content))
    )
    """,
    # JPEG and PDF are compressed already.
    "ALTER TABLE client_file ALTER COLUMN content SET STORAGE EXTERNAL",
    "CREATE INDEX ix_client_file_provider_id ON client_file (provider_id)",
    "CREATE INDEX ix_client_file_client_id ON client_file (client_id)",
    "ALTER TABLE client ADD COLUMN IF NOT EXISTS imported_at timestamptz",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
