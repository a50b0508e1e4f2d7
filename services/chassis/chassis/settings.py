"""Settings every service has; a service adds its own in a subclass. Read from the environment."""

from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class ServiceSettings(BaseSettings):
    """Wiring and limits of one service process."""

    model_config = SettingsConfigDict(extra="ignore", frozen=True)

    database_url: str = "postgresql+asyncpg://127.0.0.1/openhours"
    """`postgresql://` is understood too. One database for each service."""
    database_pool_size: int = Field(default=10, ge=1)
    rabbitmq_url: str | None = None
    """Without it a bus must be handed to the service (the embedded set does)."""
    identity_url: str = "http://127.0.0.1:8101"
    """Where the public keys and the list of ended logins are fetched."""
    public_url: str = "http://127.0.0.1:8000"
    """Where people reach the gateway; the start of every link in a mail."""
    media_url: str = "file:///var/lib/openhours/media"
    """Where pictures are kept: `file://` or `s3://` (obstore)."""
    otlp_endpoint: str | None = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["json", "console"] = "json"
    host: str = "127.0.0.1"
    port: int = 8100
    drain_seconds: int = Field(default=10, ge=0)
    """How long a stopping process may finish what it has in hand."""
