"""Reads received mail from /dev/mail.json, or from the mail server of the distributed environment."""

import base64
import re
from dataclasses import dataclass
from typing import cast

import httpx

from client.api_client import EVENTUALLY_SECONDS, eventually

CODE_LINE = re.compile(r"^(\d{6})$", re.MULTILINE)
LINK = re.compile(r"https?://[^\s<>\"]+")


@dataclass(frozen=True)
class ReceivedMail:
    """One mail."""

    to: str
    subject: str
    text: str
    files: dict[str, bytes]

    @property
    def code(self) -> str | None:
        """The six-digit code on a line of its own, if any."""
        found = CODE_LINE.search(self.text)
        return found.group(1) if found else None

    def link(self, path: str) -> str | None:
        """What follows `path` in a link, such as the token after /reset_password/; None without one."""
        for link in LINK.findall(self.text):
            if path in link:
                return str(link).partition(path)[2]
        return None


class MailboxClient:
    """The mail of all addresses. It waits for a mail for `patience` seconds."""

    def __init__(self, client: httpx.AsyncClient, url: str, patience: float = EVENTUALLY_SECONDS) -> None:
        self._client = client
        self._url = url
        self._patience = patience

    async def mails(self, to: str) -> list[ReceivedMail]:
        """All mail to one address, newest first."""
        mails = cast(list[dict[str, object]], (await self._client.get(self._url)).json())
        return [_received_mail(mail) for mail in mails if str(mail["to"]).lower() == to.lower()]

    async def first(self, to: str, *, subject: str = "", seconds: float | None = None) -> ReceivedMail:
        """Wait for the newest mail to this address whose subject contains these words."""

        async def look() -> ReceivedMail | None:
            fitting = (mail for mail in await self.mails(to) if subject.lower() in mail.subject.lower())
            return next(fitting, None)

        return await eventually(look, f"mail “{subject}” to {to}", seconds or self._patience)

    async def code(self, to: str) -> str:
        """Wait for the newest mailed code."""

        async def look() -> str | None:
            return next((mail.code for mail in await self.mails(to) if mail.code), None)

        return await eventually(look, f"code to {to}", self._patience)

    async def link(self, to: str, path: str) -> str:
        """Wait for a mail with a link to `path`; returns what follows it in the newest one."""

        async def look() -> str | None:
            links = (mail.link(path) for mail in await self.mails(to))
            return next((link for link in links if link), None)

        return await eventually(look, f"link {path} to {to}", self._patience)


def _received_mail(mail: dict[str, object]) -> ReceivedMail:
    attachments = cast(list[dict[str, str]], mail.get("attachments") or [])
    return ReceivedMail(
        to=str(mail["to"]),
        subject=str(mail["subject"]),
        text=str(mail["text"]),
        files={each["filename"]: base64.b64decode(each["content"]) for each in attachments},
    )
