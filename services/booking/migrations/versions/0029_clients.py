"""Clients of a provider, and by which account or address their orders are known."""

from alembic import op

revision = "0029"
down_revision = "0028"

STATEMENTS = (
    """
    CREATE TABLE client (
        client_id text NOT NULL,
        provider_id text NOT NULL,
        account_id text,
        name text NOT NULL,
        email text NOT NULL DEFAULT '',
        phone text NOT NULL DEFAULT '',
        tags text[] NOT NULL DEFAULT '{}',
        note text NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL,
        revision integer NOT NULL DEFAULT 1,
        CONSTRAINT pk_client PRIMARY KEY (client_id)
    )
    """,
    "CREATE INDEX ix_client_provider_id ON client (provider_id)",
    "CREATE INDEX ix_client_account_id ON client (account_id)",
    """
    CREATE TABLE client_person (
        provider_id text NOT NULL,
        person text NOT NULL,
        client_id text NOT NULL,
        CONSTRAINT pk_client_person PRIMARY KEY (provider_id, person),
        CONSTRAINT fk_client_person_client_id_client FOREIGN KEY (client_id)
            REFERENCES client (client_id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_client_person_client_id ON client_person (client_id)",
    "CREATE INDEX ix_client_person_person ON client_person (person)",
    # A name as one searches it: without accents, in small letters.
    r"""
    CREATE OR REPLACE FUNCTION client_folded(typed text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN translate(
        replace(replace(replace(
            lower(regexp_replace(normalize(typed, NFKD), '[\u0300-\u036f]', '', 'g')),
            'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        'øđðłħı', 'oddlhi')
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
