"""The settings of one gateway process, read from the environment."""

from pathlib import Path
from typing import Annotated, Self

from chassis.clear_text import check_database_url, check_redis_url
from chassis.settings import ServiceSettings
from pydantic import AwareDatetime, Field, StringConstraints, model_validator

Fingerprint = Annotated[str, StringConstraints(pattern=r"^([0-9A-F]{2}:){31}[0-9A-F]{2}$")]
SecurityContactUri = Annotated[str, StringConstraints(pattern=r"^(mailto:|https://)[!-~]+$", max_length=500)]
SecurityPolicyUri = Annotated[str, StringConstraints(pattern=r"^https://[!-~]+$", max_length=500)]
IosAppId = Annotated[str, StringConstraints(pattern=r"^[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+$")]
SERVICES = ("identity", "profiles", "feed", "booking", "notifications")


class GatewaySettings(ServiceSettings):
    """Addresses of the services, limits for callers, and rules for browsers.

    The gateway stores no data, so the database and media settings of a service have no effect.
    """

    port: int = 8000
    database_connections: int = Field(default=4, ge=1)
    """The most connections to the database of RATE_LIMIT_STORAGE, if it is one."""
    profiles_url: str = "http://127.0.0.1:8102"
    feed_url: str = "http://127.0.0.1:8103"
    booking_url: str = "http://127.0.0.1:8104"
    notifications_url: str = "http://127.0.0.1:8105"
    upstream_connections: int = Field(default=256, ge=1)
    """The most connections to each service, so that a slow service cannot use up the others' share."""
    upstream_keepalive_seconds: float = 3
    """Less than a service's own 5 s, so that no request goes into a connection that the service is closing.
    """
    upstream_connection_seconds: float = Field(default=30, gt=0)
    """How long a connection to a service is used, give or take a quarter. By then a process that was added
    behind a balancer has its share of the requests: a busy connection would stay with its process for ever.
    """
    health_check_seconds: float = Field(default=1, gt=0)
    """How often the services are asked whether they are ready, until one was; from then on only when an
    operator asks, and at most this often.
    """

    client_keepalive_seconds: int = Field(default=75, ge=1)
    """How long a client's connection may rest between two requests.

    Longer than the 60 s of usual load balancers, so that none sends a request into a connection that is being
    closed; and a phone whose user reads for a while needs no new connection.
    """
    web_dist: Path = Path("web/dist")
    cors_origins: tuple[str, ...] = ("capacitor://localhost", "https://localhost")
    """Origins of the installed phone apps, as a JSON list."""
    android_app_id: str = ""
    """The id of the Android app that opens links to this server, for example app.openhours."""
    android_cert_fingerprints: tuple[Fingerprint, ...] = ()
    """The SHA-256 fingerprints of the certificates it is signed with, as a JSON list."""
    ios_app_ids: tuple[IosAppId, ...] = ()
    """The iOS apps that open links to this server, each as team.bundle, as a JSON list."""
    security_contact: tuple[SecurityContactUri, ...] = ()
    """Where to report a hole, as a JSON list of mailto: and https: addresses; the first is preferred. Without
    one there is no security.txt (RFC 9116)."""
    security_expires: AwareDatetime | None = None
    """Until when that contact is good. Unset: 180 days from the start of the process; RFC 9116 advises less
    than a year."""
    security_policy: SecurityPolicyUri | None = None
    """The page that says how reports are handled."""
    image_origins: tuple[str, ...] = ()
    """More hosts from which pages may show pictures, for example a bucket."""
    trusted_proxies: int = Field(default=0, ge=0)
    """How many of our own proxies append to X-Forwarded-For; with 0 the peer is the caller."""
    dev_mailbox: bool = False
    """Whether to forward /dev/mail, to this machine alone. Must be off where the system sends real mail."""

    json_body_limit: int = 256 * 1024
    picture_body_limit: int = 15 * 1024 * 1024
    """Bytes for each picture that a media call may carry: 10 MB in base64, escapes, and text around them."""
    body_timeout_seconds: float = 15
    """The most time for a whole JSON body, or between two pieces of a larger one."""
    upload_bytes_per_second: int = Field(default=8 * 1024, ge=0)
    """A larger body that arrives more slowly than this, counted from its beginning, is cut off."""

    rate_limit_scale: float = Field(default=1, ge=0)
    """Multiplies every rate limit; 0 switches them off."""
    rate_limit_storage: str = "async+memory://"
    """With `postgresql://...` several gateways count together (`python -m gateway migrate` makes the table),
    or with `redis://...` or `rediss://...`. While it is away, each counts for itself."""

    socket_frame_limit: int = 64 * 1024
    socket_frames_per_window: int = 100
    socket_window_seconds: float = 10
    socket_send_timeout_seconds: float = 10
    """A socket that accepts no data for this long is dropped."""
    socket_backlog: int = 500
    """The most packets that may wait for one socket before it is dropped."""
    sockets_per_address: int = 500
    half_open_sockets: int = Field(default=2000, ge=1)
    """The most handshakes of sockets in this process that have not connected yet, whoever makes them."""
    socket_connect_seconds: float = 10
    """A handshake that has not connected by then is dropped."""
    socket_check_seconds: float = Field(default=5, gt=0)
    """How often the gateway checks its sockets for ended tokens, overdue pongs and backlogs."""

    access_log_share: float = Field(default=0.01, ge=0, le=1)
    """The share of ordinary requests to log. Slow and failed requests are always logged."""
    slow_request_seconds: float = 1

    @model_validator(mode="after")
    def _no_clear_text_to_the_limits(self) -> Self:
        storage = self.rate_limit_storage
        check = check_database_url if storage.startswith("postgresql:") else check_redis_url
        check(storage, self.clear_text_hosts, "RATE_LIMIT_STORAGE")
        return self

    def upstream_url(self, service: str) -> str:
        """The base URL of `service`, without a trailing slash."""
        return str(getattr(self, f"{service}_url")).rstrip("/")

    @property
    def https(self) -> bool:
        """Whether the public address uses https."""
        return self.public_url.startswith("https://")
