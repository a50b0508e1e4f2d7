"""The settings of each part, for both ways to run the system.

The embedded environment passes them to the settings classes, the distributed one sets environment variables.
"""

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from local.databases import CHECKOUT, SERVICES

PARTS = (*SERVICES, "gateway")
SEALING = ("booking", "notifications")
"""The services that keep secrets which they read again, each sealed with a key of its own."""
PORTS = {
    "identity": 8101,
    "profiles": 8102,
    "feed": 8103,
    "booking": 8104,
    "notifications": 8105,
    "gateway": 8000,
}
OPERATORS_FILE = "openhours.env"
"""In an environment's folder: the settings of every part as variables, for the command `openhours`."""
CONNECTIONS_OF_A_VISIT = 8
"""The most that one service opens to its database where a few people look at the app on two cores: each
connection is a process of PostgreSQL of 2 to 5 MB."""
ONE_MACHINE_SCALE = 20
"""On one machine all users share one address: the limits for one address are this much higher."""


def few_connections() -> int:
    """DATABASE_CONNECTIONS, else as many as `make run` and `make services` need."""
    return int(os.environ.get("DATABASE_CONNECTIONS", str(CONNECTIONS_OF_A_VISIT)))


def second_factor_key(folder: Path) -> Path:
    """The file with the key that encrypts the secrets of authenticator apps, in an environment's folder."""
    return folder / "keys" / "second-factor"


@dataclass(frozen=True)
class Layout:
    """The addresses and folders of one environment."""

    folder: Path
    """Holds keys and pictures."""
    public_url: str
    database_urls: dict[str, str]
    service_urls: dict[str, str]
    rabbitmq_url: str | None = None
    mail_url: str | None = None
    log_level: str = "INFO"
    log_format: str = "json"
    operations_port: int = 0
    """The port where operators read the metrics of the first of PARTS; the others follow. 0: nowhere."""
    extra: dict[str, dict[str, object]] = field(default_factory=dict[str, dict[str, object]])
    """Further settings by part and name."""
    server_url: str | None = None
    """The database server with the role that owns it, if nobody but this environment uses the server."""
    owner_urls: dict[str, str] = field(default_factory=dict[str, str])
    """The databases by service with the roles that own their tables."""
    database_connections: int | None = None
    """The most that one service opens to its database; None: what its settings say."""
    operations_ports: dict[str, int] = field(default_factory=dict[str, int])
    """The ports of operators by part, where they do not follow from `operations_port`."""

    def settings(self, part: str) -> dict[str, object]:
        """The settings of one part, by field name."""
        common: dict[str, object] = {
            "identity_url": self.service_urls["identity"],
            "public_url": self.public_url,
            "log_level": self.log_level,
            "log_format": self.log_format,
            "rabbitmq_url": self.rabbitmq_url,
            "operations_port": self.operations_port and self.operations_port + PARTS.index(part),
        }
        own = self._of_gateway() if part == "gateway" else self._of_service(part)
        known = {**common, **own, **self.extra.get(part, {})}
        return {name: value for name, value in known.items() if value is not None}

    def environment(self, part: str) -> dict[str, str]:
        """The settings of one part as environment variables."""
        return {name.upper(): str(value) for name, value in self.settings(part).items()}

    def _of_gateway(self) -> dict[str, object]:
        others = {f"{name}_url": url for name, url in self.service_urls.items()}
        return {
            **others,
            "web_dist": CHECKOUT / "web" / "dist",
            "dev_mailbox": self.mail_url is None,
            "rate_limit_scale": ONE_MACHINE_SCALE,
        }

    def _of_service(self, name: str) -> dict[str, object]:
        own: dict[str, object] = {
            "database_url": self.database_urls[name],
            "database_connections": self.database_connections,
            "media_url": (self.folder / "media").absolute().as_uri(),
        }
        if name == "identity":
            own |= {"signing_key_path": self.folder / "keys" / "signing.pem", "signing_key_create": True}
            own |= {
                "second_factor_key_path": second_factor_key(self.folder),
                "second_factor_key_create": True,
            }
        if name in SEALING:
            own |= {
                "sealing_key_path": self.folder / "keys" / f"sealing-{name}",
                "sealing_key_create": True,
            }
        if name == "booking":
            own["guest_link_key"] = self._secret("guest-links")
        if name == "notifications":
            own["mail_url"] = self.mail_url
            own |= {"vapid_key_path": self.folder / "keys" / "vapid.pem", "vapid_key_create": True}
        return own

    def _secret(self, name: str) -> str:
        """A random secret, stored in a file that is written at the first use."""
        file = self.folder / "keys" / name
        try:
            with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as fresh:
                fresh.write(secrets.token_urlsafe(32))
        except FileExistsError:
            pass
        return file.read_text()

    def prepare(self) -> None:
        """Create the folders; only the owner may read the one with keys."""
        (self.folder / "media").mkdir(parents=True, exist_ok=True)
        keys = self.folder / "keys"
        keys.mkdir(parents=True, exist_ok=True)
        keys.chmod(0o700)
        self._write_variables()

    def _write_variables(self) -> None:
        """Write what `openhours --data-dir` reads: the settings of every part. Only the owner may read it."""
        draft = self.folder / f".{OPERATORS_FILE}"
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            for name, value in self._variables().items():
                quoted = value.replace("\\", "\\\\").replace("'", "\\'")
                file.write(f"{name}='{quoted}'\n")
        draft.replace(self.folder / OPERATORS_FILE)

    def _variables(self) -> dict[str, str]:
        found = {"ADMIN_DATABASE_URL": self.server_url} if self.server_url else {}
        for part in PARTS:
            known = self.environment(part)
            port = self.operations_ports.get(part) or int(known["OPERATIONS_PORT"])
            if port:
                known["OPERATIONS_URLS"] = f"http://127.0.0.1:{port}"
            if part in self.owner_urls:
                known["MIGRATION_DATABASE_URL"] = self.owner_urls[part]
            found |= {f"OPENHOURS_{part.upper()}_{name}": value for name, value in known.items()}
        return found
