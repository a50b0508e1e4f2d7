"""The mailbox of the embedded set: what would have been mailed, to look at. Off where a mail server is named.

For developers and tests: /dev/mail.json is a plain list, without the envelope (api.md 7).
"""

from functools import cache
from typing import Annotated, Final

from chassis.errors import NotFound
from chassis.http.dependencies import Reading
from chassis.http.route import Route
from contracts.rules.numbers import PlainWhole
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, Template, select_autoescape

from notifications.mail.store import MailboxEntry, newest_in_mailbox
from notifications.mailbox.schemas import MailboxFile, MailboxMail
from notifications.settings import NotificationsSettings

POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
Limit = Annotated[int, Query(ge=1, le=500), PlainWhole]


async def _only_without_server(request: Request) -> None:
    settings: NotificationsSettings = request.app.state.settings
    if settings.mail_url is not None:
        raise NotFound


router = APIRouter(tags=["mailbox"], dependencies=[Depends(_only_without_server)], route_class=Route)


@router.get("/dev/mail.json")
async def list_mailbox(tx: Reading, limit: Limit = 200) -> list[MailboxMail]:
    """The mails, newest first."""
    return [_mail(entry) for entry in await newest_in_mailbox(tx, limit)]


@router.get("/dev/mail", response_class=HTMLResponse)
async def show_mailbox(tx: Reading, limit: Limit = 50) -> HTMLResponse:
    """The same as a page, each mail in a sandboxed frame."""
    mails = [_mail(entry) for entry in await newest_in_mailbox(tx, limit)]
    page = _page().render(mails=mails, framed=_framed)
    return HTMLResponse(page, headers={"Content-Security-Policy": POLICY, "Cache-Control": "no-store"})


def _mail(entry: MailboxEntry) -> MailboxMail:
    return MailboxMail(
        to=entry.receiver,
        subject=entry.subject,
        text=entry.text,
        html=entry.html,
        created_at=entry.created_at,
        attachments=[MailboxFile.model_validate(each) for each in entry.attachments],
    )


def _framed(mail: MailboxMail) -> str:
    """The mail's HTML with links that leave the frame."""
    return mail.html.replace("<head>", '<head><base target="_top">', 1)


@cache
def _page() -> Template:
    environment = Environment(
        loader=PackageLoader("notifications", "mailbox"), autoescape=select_autoescape(default=True)
    )
    return environment.get_template("page.html.j2")
