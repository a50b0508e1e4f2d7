"""Refuses to send a credential over a connection that anybody on the way can read (OWASP ASVS 12.3).

A process that is told to do so does not start. The loopback of the machine is no way; a network of one's own
may be declared to be none by CLEAR_TEXT_HOSTS, as compose does for the stores beside it.
"""

import ipaddress
from collections.abc import Collection

from chassis.addresses import PROVEN, Address, WrongAddress, address_of, database_address


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
    """Raises `ClearTextCredentials` for a password without a proven certificate; '' stands for none."""
    if not url:
        return
    address = _understood(url, setting)
    secret = address.password or address.query.get("password")
    if secret and not _may_be_read(address, allowed) and address.mode not in PROVEN:
        raise ClearTextCredentials(
            f"{setting} has a password: add ?sslmode=verify-full (and sslrootcert), or name its hosts in"
            " CLEAR_TEXT_HOSTS"
        )


def check_broker_url(url: str, allowed: Collection[str]) -> None:
    """Raises `ClearTextCredentials` for amqp://: without a name in it, the driver sends guest's."""
    address = _understood(url, "RABBITMQ_URL")
    if "no_verify_ssl" in address.query:
        raise ClearTextCredentials("RABBITMQ_URL: no_verify_ssl takes any certificate")
    if address.mode not in PROVEN and not _may_be_read(address, allowed):
        raise ClearTextCredentials(
            "RABBITMQ_URL: use amqps:// (not with sslmode=require), or name its hosts in CLEAR_TEXT_HOSTS"
        )


def check_redis_url(url: str, allowed: Collection[str], setting: str) -> None:
    """Raises `ClearTextCredentials` for a password without a proven certificate."""
    address = _understood(url, setting)
    if any(word.startswith("ssl_") for word in address.query):
        raise ClearTextCredentials(f"{setting}: write sslmode and sslrootcert instead of the driver's ssl_…")
    secret = address.password or address.query.get("password")
    if secret and address.mode not in PROVEN and not _may_be_read(address, allowed):
        raise ClearTextCredentials(
            f"{setting} has a password: use rediss://, or name its host in CLEAR_TEXT_HOSTS"
        )


def check_mail_url(url: str, allowed: Collection[str]) -> None:
    """Raises `ClearTextCredentials` for a password by smtp://, which uses TLS only when it is offered."""
    address = _understood(url, "MAIL_URL")
    if address.password and address.mode not in PROVEN and not _may_be_read(address, allowed):
        raise ClearTextCredentials(
            "MAIL_URL has a password: use smtps:// or smtp+starttls://, or name its host in CLEAR_TEXT_HOSTS"
        )


def _understood(url: str, setting: str) -> Address:
    try:
        address = database_address(url) if url.startswith("postgres") else address_of(url)
        _ = address.mode
    except WrongAddress as problem:
        raise ClearTextCredentials(f"{setting}: {problem}") from None
    return address


def _may_be_read(address: Address, allowed: Collection[str]) -> bool:
    """Whether all its hosts are this machine, or of a network of our own."""
    hosts = [name for name, _ in address.hosts] or address.query.get("host", "").split(",")
    return all(is_loopback(host) or host in allowed for host in hosts)
