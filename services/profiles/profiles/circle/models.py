"""Who holds whom in their circle. A removed interest stays as a row, so that its revision counts on."""

from datetime import datetime

from sqlalchemy import BigInteger, Boolean, CheckConstraint, DateTime, Index, Text, literal_column
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model


class InterestRow(Model):
    """A row of `interest`."""

    __tablename__ = "interest"
    __table_args__ = (
        CheckConstraint("account_id <> provider_id", name="not_own"),
        CheckConstraint("interest OR NOT trusted", name="trusted_is_interest"),
        Index("ix_interest_provider_id_trusted", "provider_id", postgresql_where=literal_column("trusted")),
        Index("ix_interest_provider_id", "provider_id"),
    )

    account_id: Mapped[str] = mapped_column(Text, primary_key=True)
    provider_id: Mapped[str] = mapped_column(Text, primary_key=True)
    interest: Mapped[bool] = mapped_column(Boolean)
    trusted: Mapped[bool] = mapped_column(Boolean)
    changed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    revision: Mapped[int] = mapped_column(BigInteger)
