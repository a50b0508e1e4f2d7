"""Identity's settings, in addition to those of every service."""

from pathlib import Path
from typing import Annotated

from chassis.settings import ServiceSettings
from fastapi import Depends, Request
from pydantic import Field, SecretStr


class IdentitySettings(ServiceSettings):
    """Signing keys and the cost of a password, read from the environment."""

    port: int = 8101

    signing_key_pem: SecretStr | None = None
    """The EC P-256 private key that signs tokens, as PEM."""
    signing_key_path: Path | None = None
    """A file that holds it instead."""
    signing_key_create: bool = False
    """Make that file, mode 600, when it does not exist yet (the embedded environment)."""
    published_keys_pem: SecretStr | None = None
    """More EC P-256 keys to publish, PEM blocks one after another: the next signing key, or the last one."""
    published_keys_path: Path | None = None
    """A file that holds them instead. Unset: the signing key's file with `.published` behind its name, where
    `openhours keys rotate signing` writes them."""

    second_factor_key: SecretStr | None = None
    """The keys that seal the secrets of authenticator apps (`chassis.sealing`), one a line."""
    second_factor_key_path: Path | None = None
    """A file that holds them instead."""
    second_factor_key_create: bool = False
    """Make that file, mode 600, when it does not exist yet (the embedded environment)."""

    username_reserved_days: int = Field(default=90, ge=0)
    """How long nobody else takes the former username of an account, or that of a deleted one."""

    data_export_days: int = Field(default=7, ge=1)
    """How long an account's export can be downloaded before it is removed everywhere."""

    argon2_time_cost: int = Field(default=2, ge=1)
    argon2_memory_kib: int = Field(default=19_456, ge=8)
    argon2_lanes: int = Field(default=1, ge=1)
    argon2_workers: int = Field(default=2, ge=1)
    """How many passwords are hashed at once in one process."""
    argon2_waiting: int = Field(default=100, ge=1)
    """How many passwords may wait to be hashed before further ones are refused."""


async def _settings(request: Request) -> IdentitySettings:
    return request.app.state.settings


RequestSettings = Annotated[IdentitySettings, Depends(_settings)]
"""The settings of the service that serves the request."""
