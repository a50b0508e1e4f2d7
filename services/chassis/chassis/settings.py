"""The settings of every service, read from the environment. A service adds its own in a subclass."""

from pathlib import Path
from typing import Literal, Self

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from chassis.clear_text import check_broker_url, check_database_url
from chassis.connection_shares import SMALLEST


class ServiceSettings(BaseSettings):
    """Wiring and limits of one service process."""

    model_config = SettingsConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)

    database_url: str = "postgresql+asyncpg://127.0.0.1/openhours"
    """Each service has its own database. How the addresses of all stores are written: `chassis.addresses`."""
    migration_database_url: str | None = None
    """The same database with the role that owns its tables, for `migrate` alone. Without it, `migrate` uses
    `database_url`, and the service runs with a role that may change tables."""
    admin_database_url: str | None = None
    """For `migrate` alone: any database of a server that Openhours has to itself, with a role that may create
    roles and databases. With it, `migrate` first makes the database and the two roles above, or hands a
    former database over to them."""
    direct_database_url: str | None = None
    """The same database past a pooler, when `database_url` leads to one (PgBouncer, in transaction or session
    mode): to listen there, for commands, and to give the role its settings, which a pooler does not pass on.
    Without it, `database_url` is direct."""
    database_prepared_statements: bool = True
    """False where a pooler does not carry them: PgBouncer before 1.21, or with max_prepared_statements=0."""
    database_connections: int = Field(default=31, ge=SMALLEST)
    """The most connections that this process ever opens to its database: one listens, a third of the others
    is for work in the background, the rest is for requests (`chassis.connection_shares`). All processes of
    all parts together must stay below `max_connections` of the server, or below the pooler's own limit."""
    rabbitmq_url: str | None = None
    """Without it the service must be given a bus (the embedded environment does so)."""
    clear_text_hosts: tuple[str, ...] = ()
    """Stores to which credentials may go without TLS, as a JSON list: only hosts of a network that is our
    own. All others but this machine need `?sslmode=verify-full`, or a scheme that means it."""
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
    operations_port: int = Field(default=0, ge=0, lt=65536)
    """Where operators read /metrics and the details of /health/ready, at the same host; 0: nowhere."""
    stop_notice_seconds: float = Field(default=0, ge=0)
    """How long a process that is told to stop (SIGTERM) says that it is not ready and still takes requests,
    before it takes no more and drains: as long as its balancer may need to notice, and longer than its
    clients keep idle connections (a gateway: 3 s). 0 where something else waits before the SIGTERM."""
    drain_seconds: int = Field(default=10, ge=0)
    """How long a stopping process may take to finish its current work."""

    @property
    def command_database_url(self) -> str:
        """The database for a command, past a pooler."""
        return self.direct_database_url or self.database_url

    @model_validator(mode="after")
    def _no_clear_text_credentials(self) -> Self:
        check_database_url(self.database_url, self.clear_text_hosts)
        check_database_url(self.direct_database_url or "", self.clear_text_hosts, "DIRECT_DATABASE_URL")
        check_database_url(self.migration_database_url or "", self.clear_text_hosts, "MIGRATION_DATABASE_URL")
        check_database_url(self.admin_database_url or "", self.clear_text_hosts, "ADMIN_DATABASE_URL")
        if self.rabbitmq_url is not None:
            check_broker_url(self.rabbitmq_url, self.clear_text_hosts)
        return self


class SealingSettings(ServiceSettings):
    """Of a service that keeps secrets which it must read again."""

    sealing_key: SecretStr | None = None
    """The keys that seal them (`chassis.sealing`), 32 bytes as base64url, one a line; the first seals. The
    service does not start without one."""
    sealing_key_path: Path | None = None
    """A file that holds them instead."""
    sealing_key_create: bool = False
    """Make that file, mode 600, when it does not exist yet."""
