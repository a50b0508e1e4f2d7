"""The staff's calls about mails: which could not be sent, and once more (an addition to api.md 6)."""

from typing import Final

from chassis.clock import Clock
from chassis.errors import NotFound
from chassis.http.callers import Staff
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done, refuse
from chassis.http.paging import PageQuery, cursor_of
from fastapi import APIRouter

from notifications.mail import failed_mails
from notifications.mail.models import Mail
from notifications.mail.schemas import FailedMail, FailedMails, MailRetried, RetryMail

router = APIRouter(prefix="/api", tags=["staff"])

NO_SUCH_MAIL: Final = "There is no such mail among those that could not be sent."
TOO_LATE: Final = "This mail is of no more use: what it was for has passed."


@router.get("/staff_get_failed_mails")
async def staff_get_failed_mails(caller: Staff, tx: Reading, page: PageQuery) -> Answer[FailedMails]:
    """Mails that were given up in the last fortnight, the newest mail first."""
    before = str(page.after[0]) if page.after else None
    found = await failed_mails.failed_mails(tx, page.limit + 1, before)
    shown = [_shown(mail) for mail in found[: page.limit]]
    more = len(found) > page.limit
    return done(FailedMails(mails=shown, next_cursor=cursor_of(shown[-1].mail_id) if more else None))


@router.post("/staff_retry_mail")
async def staff_retry_mail(
    wanted: RetryMail, caller: Staff, tx: Writing, clock: Clock
) -> Answer[MailRetried]:
    """Send a mail again that was given up."""
    match await failed_mails.retry(tx, wanted.iv_mail_id, clock()):
        case "unknown":
            raise NotFound(NO_SUCH_MAIL)
        case "too late":
            raise refuse(TOO_LATE)
        case "again":
            return done(MailRetried(mail_id=wanted.iv_mail_id), "The mail is on its way again.")


def _shown(mail: Mail) -> FailedMail:
    return FailedMail(
        mail_id=mail.id,
        template=mail.template,
        to=failed_mails.masked(mail.receiver),
        reason=mail.last_error or "",
        attempts=mail.attempts,
        given_up_at=mail.given_up_at or mail.created_at,
    )
