"""Identity's copy of profiles, updated by events."""

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from identity.declarative import Model


class KnownProfileRow(Model):
    """The part of an account's profile that session_data shows; profiles owns it."""

    __tablename__ = "known_profile"

    account_id: Mapped[str] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), primary_key=True)
    completed: Mapped[bool] = mapped_column(server_default="false")
    phone: Mapped[str] = mapped_column(Text, server_default="")
    avatar: Mapped[str] = mapped_column(Text, server_default="")
    manually_verified: Mapped[bool] = mapped_column(server_default="false")
    revision: Mapped[int] = mapped_column(BigInteger, server_default="0")
