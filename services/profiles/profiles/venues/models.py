"""Where a provider's sessions are held (product.md 3.12)."""

from sqlalchemy import ARRAY, Boolean, CheckConstraint, Double, Index, Integer, Text
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
    area_postcodes: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """What the postcodes begin with to which the provider goes; none means all."""
    area_radius: Mapped[int | None] = mapped_column(Integer)
    """Kilometres from the point below."""
    area_latitude: Mapped[float | None] = mapped_column(Double)
    area_longitude: Mapped[float | None] = mapped_column(Double)


class PlaceRow(Model):
    """A row of `place`. An archived one is offered no more; old orders keep their own copy."""

    __tablename__ = "place"
    __table_args__ = (Index("ix_place_provider_id", "provider_id"),)

    place_id: Mapped[str] = mapped_column(Text, primary_key=True)
    provider_id: Mapped[str] = mapped_column(Text)
    position: Mapped[int] = mapped_column(Integer)
    """Its place in the provider's order; the first one is the usual one."""
    name: Mapped[str] = mapped_column(Text)
    street: Mapped[str] = mapped_column(Text)
    postcode: Mapped[str] = mapped_column(Text)
    city: Mapped[str] = mapped_column(Text)
    country: Mapped[str] = mapped_column(Text)
    """'Germany-DE'."""
    note: Mapped[str] = mapped_column(Text, server_default="")
    """How to find it."""
    archived: Mapped[bool] = mapped_column(Boolean, server_default="false")
