"""Commands go together inside TLS too: the connection is taken over from aiosmtplib with its encryption."""

import asyncio
import ssl
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path

import aiosmtplib
import pytest
from chassis.clock import utc_now
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from notifications.mail.smtp import SmtpTransport, server_at
from testkit.certificates import Authority

from services.notifications.tests.unit.test_mail_headers import MAIL
from services.notifications.tests.unit.test_smtp_connections import ScriptedServer


@pytest.fixture
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """A server's side of TLS, with a certificate of its own that this process trusts."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mail")])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(utc_now() - timedelta(days=1))
        .not_valid_after(utc_now() + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "mail.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


async def test_mails_go_together_through_tls(trusted: ssl.SSLContext) -> None:
    server = ScriptedServer()
    server.pipelines = True
    listening = await asyncio.start_server(server, "127.0.0.1", 0, ssl=trusted)
    url = f"smtps://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    transport = SmtpTransport(server_at(url), "Openhours <hello@openhours.example>", 5)
    for _ in range(3):
        await transport.send(MAIL)
    await transport.release()
    listening.close()
    assert server.commands == ["1:EHLO", *["1:MAIL", "1:RCPT", "1:DATA"] * 3, "1:QUIT"]
    assert len(server.contents) == 3


async def test_the_authority_that_the_address_names_is_trusted_and_no_other(tmp_path: Path) -> None:
    authority, other = Authority(tmp_path), Authority(tmp_path, "other")
    shown = authority.certificate("mail")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(shown.file, shown.key)
    server = ScriptedServer()
    listening = await asyncio.start_server(server, "127.0.0.1", 0, ssl=context)
    port = listening.sockets[0].getsockname()[1]
    for trusted_file, reason in ((authority.file, None), (other.file, "certificate verify failed")):
        url = f"smtps://127.0.0.1:{port}?sslmode=verify-full&sslrootcert={trusted_file}"
        transport = SmtpTransport(server_at(url), "Openhours <hello@openhours.example>", 5)
        if reason is None:
            await transport.send(MAIL)
        else:
            with pytest.raises(aiosmtplib.SMTPException, match=reason):
                await transport.send(MAIL)
        await transport.release()
    listening.close()
    assert len(server.contents) == 1


def test_a_word_for_tls_makes_it_more_than_offered() -> None:
    assert server_at("smtp://mail.example").security == "offered"
    asked = server_at("smtp://a:b@mail.example?sslmode=verify-full&sslrootcert=system")
    assert (asked.security, asked.port, asked.tls is not None) == ("starttls", 25, True)
