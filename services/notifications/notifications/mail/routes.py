"""The staff's calls about mails that could not be sent (product.md 5.3; an addition to api.md 6)."""

from chassis.clock import Clock
from chassis.errors import NotFound
from chassis.http.callers import ActingStaff, Staff
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done, refuse
from chassis.http.paging import PageQuery
from chassis.http.route import Route
from fastapi import APIRouter

from notifications.mail import failed_mails, store
from notifications.mail.schemas import FailedMail, FailedMails, MailRetried, RetryMail
from notifications.mail.store import Mail

router = APIRouter(prefix="/api", tags=["staff"], route_class=Route)


@router.get("/staff_get_failed_mails")
async def staff_get_failed_mails(caller: Staff, tx: Reading, page: PageQuery) -> Answer[FailedMails]:
    """Mails that were given up in the last fortnight, the newest mail first."""
    found = await store.failed_mails(tx, page.limit + 1, page.after_id or None)
    shown, next_cursor = page.cut(found, lambda mail: mail.id)
    return done(FailedMails(mails=[_serialize(mail) for mail in shown], next_cursor=next_cursor))


@router.post("/staff_retry_mail")
async def staff_retry_mail(
    request: RetryMail, caller: ActingStaff, tx: Writing, clock: Clock
) -> Answer[MailRetried]:
    """Send a mail again that was given up."""
    match await failed_mails.retry(tx, request.iv_mail_id, clock()):
        case "unknown":
            raise NotFound(failed_mails.NO_SUCH_MAIL)
        case "too late":
            raise refuse(failed_mails.TOO_LATE)
        case "again":
            return done(MailRetried(mail_id=request.iv_mail_id), "The mail is on its way again.")


def _serialize(mail: Mail) -> FailedMail:
    return FailedMail(
        mail_id=mail.id,
        template=mail.template,
        to=failed_mails.masked(mail.receiver),
        reason=mail.last_error or "",
        attempts=mail.attempts,
        given_up_at=mail.given_up_at or mail.created_at,
    )
