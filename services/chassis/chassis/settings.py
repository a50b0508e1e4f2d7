"""The settings of every service, read from the environment. A service adds its own in a subclass."""

from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class ServiceSettings(BaseSettings):
    """Wiring and limits of one service process."""

    model_config = SettingsConfigDict(extra="ignore", frozen=True)

    database_url: str = "postgresql+asyncpg://127.0.0.1/openhours"
    """`postgresql://` is accepted too. Each service has its own database."""
    database_pool_size: int = Field(default=10, ge=1)
    """Requests use up to twice as many connections, work in the background up to as many (at least two)."""
    rabbitmq_url: str | None = None
    """Without it the service must be given a bus (the embedded environment does so)."""
    identity_url: str = "http://127.0.0.1:8101"
    """Where the public keys and the list of ended logins are fetched."""
    public_url: str = "http://127.0.0.1:8000"
    """The public URL of the gateway; the start of every link in a mail."""
    media_url: str = "file:///var/lib/openhours/media"
    """Where pictures are stored: `file://` or `s3://` (obstore)."""
    otlp_endpoint: str | None = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["json", "console"] = "json"
    host: str = "127.0.0.1"
    port: int = 8100
    drain_seconds: int = Field(default=10, ge=0)
    """How long a stopping process may take to finish its current work."""
