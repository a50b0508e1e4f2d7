"""Addresses of the stores: written in one way, and translated to what each driver takes.

    postgresql://user:password@one:5432,two:5432/name?sslmode=verify-full&sslrootcert=/etc/ca.pem
    amqps://user:password@one,two,three/vhost?sslrootcert=/etc/ca.pem
    smtp+starttls://user:password@mail.example?sslrootcert=system
    async+rediss://:password@cache.example?sslcert=/etc/client.pem&sslkey=/etc/client.key

The words are libpq's: `sslmode` (disable, prefer, require, verify-ca, verify-full), `sslrootcert` (a file, or
`system` for the authorities that the machine trusts), `sslcert` and `sslkey` (a client's own certificate). A
scheme that means TLS (amqps, smtps, smtp+starttls, rediss) is verify-full unless `sslmode` says otherwise.
Several hosts stand behind each other, with commas; they share everything else.
"""

import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import parse_qsl, unquote, urlencode

PROVEN: Final = frozenset({"verify-ca", "verify-full"})
"""The values of `sslmode` with which the server's certificate is checked. The others fall back to clear text,
or take any certificate."""
MODES: Final = frozenset({"disable", "allow", "prefer", "require"}) | PROVEN
TLS_SCHEMES: Final = frozenset({"amqps", "smtps", "smtp+starttls", "starttls", "rediss", "async+rediss"})
SYSTEM: Final = "system"
WORDS: Final = ("sslmode", "sslrootcert", "sslcert", "sslkey")
_REDIS_WORDS: Final = {"sslrootcert": "ssl_ca_certs", "sslcert": "ssl_certfile", "sslkey": "ssl_keyfile"}


class WrongAddress(ValueError):
    """An address that cannot be understood. The message holds no part of it."""


@dataclass(frozen=True, slots=True)
class Address:
    """A URL in its parts. User and password are decoded; '' and None stand for what is not there."""

    scheme: str
    hosts: tuple[tuple[str, int | None], ...] = ()
    user: str = ""
    password: str | None = None
    path: str = ""
    query: Mapping[str, str] = field(default_factory=dict[str, str])
    credentials: str = ""
    """User and password as they are written."""

    def url(
        self, scheme: str | None = None, *, hosts: tuple[tuple[str, int | None], ...] | None = None
    ) -> str:
        """The URL again, with another scheme, with other hosts."""
        at = f"{self.credentials}@" if self.credentials else ""
        names = ",".join(_host_text(*each) for each in (self.hosts if hosts is None else hosts))
        query = f"?{urlencode(self.query)}" if self.query else ""
        return f"{scheme or self.scheme}://{at}{names}{self.path}{query}"

    def without(self, *words: str) -> "Address":
        """The same without these words of the query."""
        kept = {name: value for name, value in self.query.items() if name not in words}
        return replace(self, query=kept)

    @property
    def mode(self) -> str:
        """The `sslmode`: what is written, else what the scheme means; '' leaves it to the driver.

        Raises WrongAddress for a word that is none, and for a scheme that contradicts it.
        """
        secure = self.scheme in TLS_SCHEMES
        mode = self.query.get("sslmode", "verify-full" if secure else "")
        if mode and mode not in MODES:
            raise WrongAddress(f"sslmode is none of {', '.join(sorted(MODES))}")
        if secure and mode in {"disable", "allow", "prefer"}:
            raise WrongAddress(f"{self.scheme}:// means TLS, and sslmode={mode} does not")
        return mode

    def tls(self) -> ssl.SSLContext | None:
        """What checks the server's certificate and shows our own; None where `mode` asks for no TLS.

        Raises WrongAddress for a file that cannot be read.
        """
        if self.mode in {"", "disable", "allow", "prefer"}:
            return None
        root = self.query.get("sslrootcert", SYSTEM)
        try:
            context = ssl.create_default_context(cafile=None if root == SYSTEM else root)
            if certificate := self.query.get("sslcert"):
                context.load_cert_chain(certificate, self.query.get("sslkey"))
        except OSError as error:  # ssl.SSLError is one too
            raise WrongAddress(f"sslrootcert, sslcert or sslkey: {error.strerror or error}") from error
        if self.mode != "verify-full":
            context.check_hostname = False
        if self.mode == "require" and "sslrootcert" not in self.query:
            context.verify_mode = ssl.CERT_NONE
        return context


def address_of(url: str) -> Address:
    """The parts of a URL. Raises WrongAddress."""
    scheme, found, rest = url.partition("://")
    if not found:
        raise WrongAddress("an address begins with its scheme, as in postgresql://")
    rest, _, query = rest.partition("?")
    authority, slash, path = rest.partition("/")
    credentials, _, names = authority.rpartition("@")
    user, _, password = credentials.partition(":")
    return Address(
        scheme=scheme,
        hosts=tuple(_host(name) for name in names.split(",")) if names else (),
        user=unquote(user),
        password=unquote(password) if ":" in credentials else None,
        path=slash + path,
        query=dict(parse_qsl(query, keep_blank_values=True)),
        credentials=credentials,
    )


def _host(text: str) -> tuple[str, int | None]:
    name, colon, port = text.rpartition(":")
    if text.endswith("]") or not colon:
        name, port = text, ""
    if port and not port.isdigit():
        raise WrongAddress("the port of a host is no number")
    return unquote(name).strip("[]"), int(port) if port else None


def _host_text(name: str, port: int | None) -> str:
    text = f"[{name}]" if ":" in name else name.replace("/", "%2F")
    return text if port is None else f"{text}:{port}"


def database_address(url: str) -> Address:
    """The address of a PostgreSQL database, as asyncpg and libpq write it: `postgresql://`, no driver in it.

    Of several hosts the one that takes writes is wanted, unless the address says otherwise: after a failover
    that is the promoted one. Raises WrongAddress.
    """
    address = address_of(url)
    if address.scheme.partition("+")[0] not in {"postgresql", "postgres"}:
        raise WrongAddress("the address of a database begins with postgresql://")
    if "ssl" in address.query:
        raise WrongAddress("write sslmode=…, as libpq does, instead of ssl=…")
    query = dict(address.query)
    if len(address.hosts) > 1:
        query.setdefault("target_session_attrs", "read-write")
    return replace(address, scheme="postgresql", query=query)


def broker_addresses(url: str) -> list[tuple[str, ssl.SSLContext | None]]:
    """One URL for each host of RABBITMQ_URL, in their order, without our words, and how to check its
    certificate. Raises WrongAddress.
    """
    address = address_of(url)
    tls = address.tls()
    plain = address.without(*WORDS)
    scheme = "amqps" if tls else "amqp"
    return [(plain.url(scheme, hosts=(host,)), tls) for host in address.hosts or (("localhost", None),)]


def limits_address(url: str) -> str:
    """RATE_LIMIT_STORAGE on Redis, in the words of its driver. Raises WrongAddress."""
    address = address_of(url)
    mode = address.mode
    if mode in {"", "disable"}:
        return address.without(*WORDS).url()
    query = {name: value for name, value in address.query.items() if name not in WORDS}
    query |= {
        theirs: address.query[ours]
        for ours, theirs in _REDIS_WORDS.items()
        if address.query.get(ours, SYSTEM) != SYSTEM
    }
    query["ssl_cert_reqs"] = "required" if mode in PROVEN else "none"
    query["ssl_check_hostname"] = str(mode == "verify-full")
    secure = address.scheme if address.scheme in TLS_SCHEMES else address.scheme.replace("redis", "rediss")
    return replace(address, query=query).url(secure)
