"""Posts and what hangs on them, what is known of people, and the chassis' tables.

The state of release 1.0.0.
"""

from alembic import op
from chassis import tables

revision = "0008"
down_revision = None

STATEMENTS = (
    """
    CREATE TABLE author (
        id text COLLATE "C" NOT NULL,
        name text NOT NULL DEFAULT '',
        username text NOT NULL DEFAULT '',
        avatar text NOT NULL DEFAULT '',
        expertise text NOT NULL DEFAULT '',
        category text NOT NULL DEFAULT '',
        provider boolean NOT NULL DEFAULT false,
        verified boolean NOT NULL DEFAULT false,
        rating double precision NOT NULL DEFAULT 0,
        reviews bigint NOT NULL DEFAULT 0,
        deleted boolean NOT NULL DEFAULT false,
        account_revision bigint NOT NULL DEFAULT 0,
        profile_revision bigint NOT NULL DEFAULT 0,
        avatar_revision bigint NOT NULL DEFAULT 0,
        rating_revision bigint NOT NULL DEFAULT 0,
        suspended boolean NOT NULL DEFAULT false,
        standing_revision bigint NOT NULL DEFAULT 0,
        confirmed boolean NOT NULL DEFAULT false,
        CONSTRAINT pk_author PRIMARY KEY (id)
    )
    """,
    """
    CREATE TABLE block (
        blocker_id text COLLATE "C" NOT NULL, blocked_id text COLLATE "C" NOT NULL,
        blocked boolean NOT NULL, revision bigint NOT NULL,
        CONSTRAINT pk_block PRIMARY KEY (blocker_id, blocked_id)
    )
    """,
    "CREATE INDEX ix_block_blocked_id_blocker_id ON block (blocked_id, blocker_id)",
    """
    CREATE TABLE circle (
        account_id text COLLATE "C" NOT NULL, provider_id text COLLATE "C" NOT NULL,
        interest boolean NOT NULL, trusted boolean NOT NULL, revision bigint NOT NULL,
        CONSTRAINT pk_circle PRIMARY KEY (account_id, provider_id)
    )
    """,
    "CREATE INDEX ix_circle_provider_id ON circle (provider_id)",
    """
    CREATE TABLE completed_pair (
        provider_id text COLLATE "C" NOT NULL, client_id text COLLATE "C" NOT NULL,
        CONSTRAINT pk_completed_pair PRIMARY KEY (provider_id, client_id)
    )
    """,
    "CREATE INDEX ix_completed_pair_client_id ON completed_pair (client_id)",
    """
    CREATE TABLE post (
        id text COLLATE "C" NOT NULL,
        owner_id text COLLATE "C" NOT NULL,
        original_id text COLLATE "C",
        brief text NOT NULL,
        tags jsonb NOT NULL DEFAULT '[]',
        images jsonb NOT NULL DEFAULT '[]',
        category text NOT NULL,
        audience text NOT NULL,
        mature boolean NOT NULL,
        state text NOT NULL,
        publish_at timestamptz,
        created_at timestamptz NOT NULL,
        device jsonb NOT NULL DEFAULT '{}',
        announced boolean NOT NULL DEFAULT false,
        comments bigint NOT NULL DEFAULT 0,
        reposts bigint NOT NULL DEFAULT 0,
        bookmarks bigint NOT NULL DEFAULT 0,
        revision bigint NOT NULL DEFAULT 1,
        hidden boolean NOT NULL DEFAULT false,
        owner_suspended boolean NOT NULL DEFAULT false,
        standing_revision bigint NOT NULL DEFAULT 0,
        pictures jsonb NOT NULL DEFAULT '[]',
        CONSTRAINT pk_post PRIMARY KEY (id),
        CONSTRAINT ck_post_state CHECK (state IN ('draft', 'active', 'archived')),
        CONSTRAINT ck_post_audience CHECK (audience IN ('all', 'interests', 'trusted')),
        CONSTRAINT ck_post_time CHECK ((state = 'draft') = (publish_at IS NULL)),
        CONSTRAINT fk_post_original_id_post
            FOREIGN KEY (original_id) REFERENCES post (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_post_due ON post (publish_at) WHERE state = 'active' AND NOT announced",
    "CREATE INDEX ix_post_owner_id_id ON post (owner_id, id DESC)",
    "CREATE INDEX ix_post_wall ON post (publish_at DESC, id DESC) WHERE state = 'active'",
    "CREATE INDEX ix_post_wall_category ON post (category, publish_at DESC, id DESC) WHERE state = 'active'",
    "CREATE UNIQUE INDEX uq_post_original_id_owner_id ON post (original_id, owner_id) "
    "WHERE original_id IS NOT NULL",
    "CREATE INDEX ix_post_kept_back ON post (owner_id, id DESC) WHERE state <> 'active' OR NOT announced",
    # What others see of an account comes in the order in which it came out, not in that of its drafts.
    "CREATE INDEX ix_post_owner_out ON post (owner_id, publish_at DESC, id DESC) WHERE state = 'active'",
    "CREATE INDEX ix_post_listed ON post (id) "
    "WHERE state = 'active' AND audience = 'all' AND NOT mature AND original_id IS NULL AND NOT hidden "
    "AND NOT owner_suspended",
    """
    CREATE TABLE stray (
        digest text NOT NULL, sweep_after timestamptz NOT NULL,
        owner_id text COLLATE "C" NOT NULL DEFAULT '',
        CONSTRAINT pk_stray PRIMARY KEY (digest)
    )
    """,
    "CREATE INDEX ix_stray_sweep_after ON stray (sweep_after)",
    "CREATE INDEX ix_stray_owner_id ON stray (owner_id)",
    """
    CREATE TABLE bookmark (
        account_id text COLLATE "C" NOT NULL, post_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL, created_at timestamptz NOT NULL,
        CONSTRAINT pk_bookmark PRIMARY KEY (account_id, post_id),
        CONSTRAINT fk_bookmark_post_id_post FOREIGN KEY (post_id) REFERENCES post (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_bookmark_account_id_id ON bookmark (account_id, id DESC)",
    "CREATE INDEX ix_bookmark_post_id ON bookmark (post_id)",
    """
    CREATE TABLE comment (
        id text COLLATE "C" NOT NULL, post_id text COLLATE "C" NOT NULL,
        author_id text COLLATE "C" NOT NULL, words text NOT NULL, created_at timestamptz NOT NULL,
        CONSTRAINT pk_comment PRIMARY KEY (id),
        CONSTRAINT fk_comment_post_id_post FOREIGN KEY (post_id) REFERENCES post (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_comment_author_id ON comment (author_id)",
    "CREATE INDEX ix_comment_post_id_id ON comment (post_id, id DESC)",
    """
    CREATE TABLE picture (
        post_id text COLLATE "C" NOT NULL, position bigint NOT NULL, digest text NOT NULL,
        CONSTRAINT pk_picture PRIMARY KEY (post_id, position),
        CONSTRAINT fk_picture_post_id_post FOREIGN KEY (post_id) REFERENCES post (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_picture_digest ON picture (digest)",
    """
    CREATE TABLE post_tag (
        post_id text COLLATE "C" NOT NULL, tag text NOT NULL, publish_at timestamptz,
        CONSTRAINT pk_post_tag PRIMARY KEY (post_id, tag),
        CONSTRAINT fk_post_tag_post_id_post FOREIGN KEY (post_id) REFERENCES post (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_post_tag_tag_publish_at_post_id ON post_tag (tag, publish_at DESC, post_id DESC)",
    """
    CREATE FUNCTION refuse_post_state() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'a post does not become % from %', NEW.state, OLD.state
            USING ERRCODE = 'check_violation';
    END $$
    """,
    """
    CREATE TRIGGER post_state BEFORE UPDATE OF state ON post FOR EACH ROW
    WHEN (OLD.state IS DISTINCT FROM NEW.state AND (OLD.state, NEW.state) NOT IN (
        ('draft', 'active'), ('active', 'archived'), ('archived', 'active')
    ) AND ((OLD.state, NEW.state) <> ('active', 'draft') OR OLD.announced))
    EXECUTE FUNCTION refuse_post_state()
    """,
    """
    CREATE TABLE evidence_picture (
        report_id text COLLATE "C" NOT NULL, digest text NOT NULL, owner_id text COLLATE "C" NOT NULL,
        release_at timestamptz,
        CONSTRAINT pk_evidence_picture PRIMARY KEY (report_id, digest)
    )
    """,
    "CREATE INDEX ix_evidence_picture_digest ON evidence_picture (digest)",
    "CREATE INDEX ix_evidence_picture_owner_id ON evidence_picture (owner_id)",
    "CREATE INDEX ix_evidence_picture_release_at ON evidence_picture (release_at) "
    "WHERE release_at IS NOT NULL",
    """
    CREATE TABLE stored_picture (
        digest text NOT NULL, width integer NOT NULL, height integer NOT NULL, widths integer[] NOT NULL,
        placeholder text NOT NULL,
        CONSTRAINT pk_stored_picture PRIMARY KEY (digest)
    )
    """,
    """
    CREATE TABLE sitemap_page (
        number integer NOT NULL, first_id text COLLATE "C" NOT NULL,
        CONSTRAINT pk_sitemap_page PRIMARY KEY (number)
    )
    """,
    """
    CREATE TABLE removed_post (
        id text COLLATE "C" NOT NULL, removed_at timestamptz NOT NULL,
        CONSTRAINT pk_removed_post PRIMARY KEY (id)
    )
    """,
    "CREATE INDEX ix_removed_post_removed_at ON removed_post (removed_at)",
)


def upgrade() -> None:
    tables.create(op)
    for statement in STATEMENTS:
        op.execute(statement)
