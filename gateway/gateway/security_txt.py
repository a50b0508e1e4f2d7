"""/.well-known/security.txt: whom to tell of a hole (RFC 9116)."""

from datetime import UTC, timedelta
from typing import Final

from chassis.clock import Clock

from gateway.responses import NOT_FOUND, BufferedResponse
from gateway.settings import GatewaySettings

PATH: Final = "/.well-known/security.txt"
TEXT: Final = (b"content-type", b"text/plain; charset=utf-8")
KEPT_FOR: Final = (b"cache-control", b"public, max-age=3600")
GOOD_FOR: Final = timedelta(days=180)
"""How long the contact is good, from the start of the process, when the settings do not say."""


class SecurityContact:
    """Answers the path of the file."""

    def __init__(self, settings: GatewaySettings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._expires = settings.security_expires or clock() + GOOD_FOR

    def response(self, path: str) -> BufferedResponse | None:
        """The file; 404 when no contact is set, or its time has passed; None for every other path."""
        if path != PATH:
            return None
        if not self._settings.security_contact or self._expires <= self._clock():
            return NOT_FOUND
        return BufferedResponse(200, self._text().encode(), (TEXT, KEPT_FOR))

    def _text(self) -> str:
        settings = self._settings
        lines = [f"Contact: {contact}" for contact in settings.security_contact]
        lines.append(f"Expires: {self._expires.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}")
        lines.append("Preferred-Languages: en")
        lines.append(f"Canonical: {settings.public_url.rstrip('/')}{PATH}")
        if settings.security_policy:
            lines.append(f"Policy: {settings.security_policy}")
        return "\n".join([*lines, ""])
