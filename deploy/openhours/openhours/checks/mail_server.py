"""Checks the mail server as far as a login; no mail is sent."""

import aiosmtplib
from chassis.clear_text import is_loopback
from notifications.mail.smtp import server_at
from notifications.settings import NotificationsSettings

from openhours.checks.finding import Finding, degraded, ok, wrong
from openhours.connecting import SECONDS
from openhours.output import reason_of


async def check_mail_server(settings: NotificationsSettings) -> Finding:
    """Connect, use TLS as the address says, log in, and leave."""
    what = "mail server"
    if settings.mail_url is None:
        return ok(what, "none is set: mails are shown at /dev/mail, and nobody is sent any")
    try:
        server = server_at(settings.mail_url.get_secret_value())
        client = aiosmtplib.SMTP(
            hostname=server.host,
            port=server.port,
            username=server.user,
            password=server.password,
            use_tls=server.security == "tls",
            start_tls=True if server.security == "starttls" else None,
            tls_context=server.tls,
            timeout=SECONDS,
        )
        await client.connect()
    except (aiosmtplib.SMTPException, OSError, ValueError) as error:
        advice = "Mails wait and are tried again. Is MAIL_URL right, and does the server take its login?"
        return wrong(what, reason_of(error), advice)
    encrypted = client.get_transport_info("sslcontext") is not None
    await client.quit()
    login = "with a login" if server.user else "without a login"
    said = f"{server.host} answers {'with' if encrypted else 'without'} TLS, {login}"
    if encrypted or is_loopback(server.host):
        return ok(what, said)
    return degraded(what, said, "Use smtps:// or smtp+starttls:// in MAIL_URL.")
