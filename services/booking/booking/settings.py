"""Settings of booking."""

from chassis.settings import ServiceSettings
from pydantic import Field, IPvAnyNetwork, SecretStr


class BookingSettings(ServiceSettings):
    """What booking needs beside what every service needs."""

    port: int = 8104
    database_url: str = "postgresql+asyncpg://127.0.0.1/openhours_booking"
    guest_link_key: SecretStr = Field(min_length=16)
    """Signs the links by which guests reach their orders from a mail, and the addresses of subscription
    feeds; changing it ends all of them."""
    calendar_networks: tuple[IPvAnyNetwork, ...] = ()
    """Private networks (JSON list of CIDRs) that providers' other calendars may be read from; else none."""
