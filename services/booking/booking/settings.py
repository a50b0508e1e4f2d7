"""Settings of booking."""

from chassis.settings import SealingSettings
from pydantic import Field, IPvAnyNetwork, SecretStr


class BookingSettings(SealingSettings):
    """The settings that booking needs beside those of every service."""

    port: int = 8104
    database_url: str = "postgresql+asyncpg://127.0.0.1/openhours_booking"
    guest_link_key: SecretStr = Field(min_length=16)
    """Signs the links by which guests reach their orders from a mail, and the addresses of subscription
    feeds. A new key ends all of them. The rooms of remote sessions are named by it; those that were agreed
    keep their names."""
    guest_order_retention_days: int = Field(default=365, ge=1)
    """How long after its end an order of a guest keeps the guest's name, address and words."""
    calendar_networks: tuple[IPvAnyNetwork, ...] = ()
    """Private networks (JSON list of CIDRs) from which external calendars may be read; none by default."""
