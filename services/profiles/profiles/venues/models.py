"""Where a provider's sessions are held (product.md 3.11)."""

from sqlalchemy import CheckConstraint, Text
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model


class VenueSettingsRow(Model):
    """A row of `venue_settings`."""

    __tablename__ = "venue_settings"
    __table_args__ = (CheckConstraint("remote_kind IN ('', 'link', 'template', 'room')", name="remote_kind"),)

    account_id: Mapped[str] = mapped_column(Text, primary_key=True)
    remote_kind: Mapped[str] = mapped_column(Text, server_default="")
    """'' has nothing that makes a link: each remote session gets one when it is accepted."""
    remote_link: Mapped[str] = mapped_column(Text, server_default="")
    """The standing link, or the template with {order} in it."""
    remote_server: Mapped[str] = mapped_column(Text, server_default="")
    """The https address of the server of generated rooms, without a slash at its end."""
