"""Refuses to send a credential over a connection that anybody on the way can read (OWASP ASVS 12.3).

A process that is told to do so does not start. The loopback of the machine is no way; a network of one's own
may be declared to be none by CLEAR_TEXT_HOSTS, as compose does for the stores beside it.
"""

import ipaddress
from collections.abc import Collection
from typing import Final
from urllib.parse import parse_qs, urlsplit

PROVEN: Final = frozenset({"verify-ca", "verify-full"})
"""The values of `sslmode` with which the driver checks the server's certificate. The others fall back, or
take any certificate."""


class ClearTextCredentials(ValueError):
    """The setting's URL would send its credentials in the clear. The message holds no part of the URL."""


def is_loopback(host: str) -> bool:
    """Whether a host of a URL is this machine itself; '' and a path stand for a Unix socket."""
    if not host or host.startswith("/") or host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_database_url(url: str, allowed: Collection[str], setting: str = "DATABASE_URL") -> None:
    """Raises `ClearTextCredentials` for a password without a proven certificate."""
    parts = urlsplit(url)
    query = parse_qs(parts.query)
    host = parts.hostname or (query.get("host") or [""])[0]
    secret = parts.password or query.get("password")
    if secret and not _may_be_read(host, allowed) and (query.get("sslmode") or [""])[0] not in PROVEN:
        raise ClearTextCredentials(
            f"{setting} has a password: add ?sslmode=verify-full (and sslrootcert), or name its host in"
            " CLEAR_TEXT_HOSTS"
        )


def check_broker_url(url: str, allowed: Collection[str]) -> None:
    """Raises `ClearTextCredentials` for amqp://: without a name in it, the driver sends guest's."""
    parts = urlsplit(url)
    if parts.scheme != "amqps" and not _may_be_read(parts.hostname or "", allowed):
        raise ClearTextCredentials("RABBITMQ_URL: use amqps://, or name its host in CLEAR_TEXT_HOSTS")
    if parts.scheme == "amqps" and "no_verify_ssl" in parse_qs(parts.query):
        raise ClearTextCredentials("RABBITMQ_URL: no_verify_ssl takes any certificate")


def check_mail_url(url: str, allowed: Collection[str]) -> None:
    """Raises `ClearTextCredentials` for a password by smtp://, which uses TLS only when it is offered."""
    parts = urlsplit(url)
    if parts.scheme == "smtp" and parts.password and not _may_be_read(parts.hostname or "", allowed):
        raise ClearTextCredentials(
            "MAIL_URL has a password: use smtps:// or smtp+starttls://, or name its host in CLEAR_TEXT_HOSTS"
        )


def _may_be_read(host: str, allowed: Collection[str]) -> bool:
    return is_loopback(host) or host in allowed
