"""A certificate authority for one test, and a proxy that ends TLS in front of a server that has none."""

import asyncio
import ipaddress
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

VALID: timedelta = timedelta(days=1)


@dataclass(frozen=True)
class Certificate:
    """The files of a certificate and of its key."""

    file: Path
    key: Path


class Authority:
    """Signs certificates, each in files of `folder`. `file` is its own certificate."""

    def __init__(self, folder: Path, name: str = "authority") -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _named(name)
        self._certificate = self._signed(name, self._key.public_key(), authority=True)
        self.file = folder / f"{name}.pem"
        self.file.write_bytes(_pem(self._certificate))

    def certificate(self, name: str, *, host: str = "127.0.0.1") -> Certificate:
        """A certificate for a server at this address, or for a client of this name."""
        key = ec.generate_private_key(ec.SECP256R1())
        made = Certificate(self._folder / f"{name}.pem", self._folder / f"{name}.key")
        made.file.write_bytes(_pem(self._signed(name, key.public_key(), host=host)))
        private = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        made.key.touch(mode=0o600)
        made.key.write_bytes(key.private_bytes(serialization.Encoding.PEM, *private))
        return made

    def _signed(
        self, name: str, key: ec.EllipticCurvePublicKey, *, host: str = "", authority: bool = False
    ) -> x509.Certificate:
        now = datetime.now(UTC)
        own = x509.SubjectKeyIdentifier.from_public_key(self._key.public_key())
        issuer = x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(own)
        builder = (
            x509.CertificateBuilder(self._name, _named(name), key, x509.random_serial_number())
            .not_valid_before(now - VALID)
            .not_valid_after(now + VALID)
            .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
            .add_extension(issuer, critical=False)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
        )
        if host:
            address = x509.IPAddress(ipaddress.ip_address(host))
            builder = builder.add_extension(x509.SubjectAlternativeName([address]), critical=False)
        if authority:
            builder = builder.add_extension(_may_sign(), critical=True)
        return builder.sign(self._key, hashes.SHA256())


def _may_sign() -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


@asynccontextmanager
async def ending_tls(certificate: Certificate, port: int) -> AsyncGenerator[int]:
    """The port of a proxy that shows `certificate`, and passes what it hears to `port` on this machine."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate.file, certificate.key)

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, to_inner = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(_copy(reader, to_inner), _copy(inner, writer))

    async with await asyncio.start_server(pass_on, "127.0.0.1", 0, ssl=context) as proxy:
        yield proxy.sockets[0].getsockname()[1]


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
    except OSError:
        pass
    finally:
        writer.close()
