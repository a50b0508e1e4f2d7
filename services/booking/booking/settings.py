"""Settings of booking."""

from chassis.settings import ServiceSettings
from pydantic import Field, SecretStr


class BookingSettings(ServiceSettings):
    """What booking needs beside what every service needs."""

    port: int = 8104
    database_url: str = "postgresql+asyncpg://127.0.0.1/openhours_booking"
    guest_link_key: SecretStr = Field(min_length=16)
    """Signs the links by which guests reach their orders from a mail; changing it ends all links."""
