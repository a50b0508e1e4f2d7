"""What one gateway process is told by its environment."""

from pathlib import Path

from chassis.settings import ServiceSettings
from pydantic import Field

SERVICES = ("identity", "profiles", "feed", "booking", "notifications")


class GatewaySettings(ServiceSettings):
    """Where the services are, how much a caller may ask, what the browser is allowed.

    The gateway keeps no data: the database and media fields of a service mean nothing here.
    """

    port: int = 8000
    profiles_url: str = "http://127.0.0.1:8102"
    feed_url: str = "http://127.0.0.1:8103"
    booking_url: str = "http://127.0.0.1:8104"
    notifications_url: str = "http://127.0.0.1:8105"
    upstream_connections: int = Field(default=256, ge=1)
    """At most so many connections to each service, so that a slow one cannot take what the others need."""
    upstream_keepalive_seconds: float = 3
    """Shorter than a service's own 5 s, so that no request is written into a connection just being closed."""
    health_check_seconds: float = Field(default=1, gt=0)

    web_dist: Path = Path("web/dist")
    cors_origins: tuple[str, ...] = ("capacitor://localhost", "https://localhost")
    """Origins of the installed phone apps. A JSON list in the environment."""
    image_origins: tuple[str, ...] = ()
    """Further hosts that pages may show pictures from, such as a bucket."""
    trusted_proxies: int = Field(default=0, ge=0)
    """How many proxies of ours stand in front and append to X-Forwarded-For; 0: the peer is the caller."""
    dev_mailbox: bool = False
    """Whether /dev/mail is forwarded. Never where real mail is sent."""

    json_body_limit: int = 256 * 1024
    media_body_limit: int = 8 * 10 * 1024 * 1024 * 4 // 3 + 256 * 1024
    """Bytes: eight pictures of 10 MB in base64, and the words around them."""
    body_timeout_seconds: float = 15
    """How long a caller may take to send a JSON body, or between two pieces of a larger one."""

    rate_limit_scale: float = Field(default=1, ge=0)
    """Multiplies every limit; 0 switches them off."""
    rate_limit_storage: str = "async+memory://"
    """`async+redis://...` makes several gateways count together (needs the `coredis` package)."""

    socket_frame_limit: int = 64 * 1024
    socket_frames_per_window: int = 100
    socket_window_seconds: float = 10
    socket_send_timeout_seconds: float = 10
    """A socket that takes nothing for so long is dropped."""
    socket_backlog: int = 500
    """So many packets may wait for one socket before it is dropped."""
    sockets_per_address: int = 500
    socket_check_seconds: float = Field(default=1, gt=0)
    """How often sockets are looked over for ended tokens and backlogs."""

    access_log_share: float = Field(default=0.01, ge=0, le=1)
    """The share of ordinary requests that is logged; slow and failed ones always are."""
    slow_request_seconds: float = 1

    def upstream_url(self, service: str) -> str:
        """Where `service` is reached, without a slash at the end."""
        return str(getattr(self, f"{service}_url")).rstrip("/")

    @property
    def https(self) -> bool:
        """Whether people reach us by https."""
        return self.public_url.startswith("https://")
