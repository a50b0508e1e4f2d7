"""An order keeps the language of the device that asked for it: a guest is mailed in it."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.execute(
        """
        ALTER TABLE booking_order ADD COLUMN client_language text NOT NULL DEFAULT 'english'
        CONSTRAINT ck_booking_order_client_language
            CHECK (client_language IN ('english', 'french', 'spanish', 'arabic'))
        """
    )
