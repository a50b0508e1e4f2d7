"""Who is notified of decisions of the staff and of requests to them: pure, from an event to texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from contracts.event import Event
from contracts.events.identity import DataExportReady, LoginReused, SecurityChanged
from contracts.events.profiles import UserRequestAnswered, UserRequestFiled
from contracts.events.profiles_moderation import (
    AccountWarned,
    PostStandingChanged,
    ReportClosed,
    ReportFiled,
    ReviewStandingChanged,
    StandingChanged,
    VerificationDecided,
)
from pydantic import JsonValue

from notifications.alerts.addresses import own_post_address
from notifications.alerts.notice import Notice, fact

APPEAL: Final = "/user_request?topic=appeal"
LOGINS: Final = "/devices_and_logins"
SECURITY: Final = "/security"
DATA_EXPORT: Final = "/my_settings#data_export"


@dataclass(frozen=True, slots=True)
class Decision:
    """A notice from Openhours to one account, in the app (as `alert`, unless that is '') and by mail.

    `url` is where both lead. The mail names the concern `title`, and quotes the staff's `note`.
    """

    source: str
    account_id: str
    mail: str
    url: str
    alert: str = ""
    title: str = ""
    note: str = ""
    words: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    device: str = ""
    """The device that it is about; '' for none."""
    to: str = ""
    """The mail address; '' for the account's own."""

    def notice(self) -> Notice | None:
        """The alert. It has no actor: it comes from Openhours."""
        if not self.alert:
            return None
        return Notice(self.source, self.account_id, self.alert, None, self.url, self.words)


def decision_of(event: Event) -> Decision:
    """The notice to an account about a decision, its own safety or its export (product.md 1.10, 1.17).

    Raises `LookupError` for other events.
    """
    match event:
        case ReportClosed():
            decision = _report_closed(event)
        case AccountWarned():
            decision = _warned(event)
        case PostStandingChanged():
            decision = _post_standing(event)
        case ReviewStandingChanged():
            decision = _review_standing(event)
        case StandingChanged():
            decision = _standing(event)
        case VerificationDecided():
            decision = _verified(event)
        case LoginReused():
            decision = _login_reused(event)
        case SecurityChanged():
            decision = _security_changed(event)
        case DataExportReady():
            decision = _export_ready(event)
        case _:
            raise LookupError(event.key)
    return decision


def _warned(event: AccountWarned) -> Decision:
    return Decision(
        source=fact(event.key, event.warning_id),
        account_id=event.account_id,
        mail="account_warned",
        url=APPEAL,
        alert="account_warned",
        title=event.title,
        note=event.note,
        words={"text": event.title},
    )


def _post_standing(event: PostStandingChanged) -> Decision:
    kind = "post_hidden" if event.hidden else "post_restored"
    return Decision(
        source=fact(event.key, f"{event.post_id}:{event.revision}"),
        account_id=event.owner_id,
        mail=kind,
        url=own_post_address(event.post_id),
        alert=kind,
        title=event.title,
        note=event.note,
        words={"text": event.title},
    )


def _review_standing(event: ReviewStandingChanged) -> Decision:
    kind = "review_removed" if event.removed else "review_restored"
    return Decision(
        source=fact(event.key, f"{event.review_id}:{event.revision}"),
        account_id=event.owner_id,
        mail=kind,
        url=APPEAL if event.removed else "/alerts",
        alert=kind,
        title=event.title,
        note=event.note,
        words={"text": event.title},
    )


def _standing(event: StandingChanged) -> Decision:
    """A suspended account cannot read alerts, so it gets only the mail."""
    return Decision(
        source=fact(event.key, f"{event.account_id}:{event.revision}"),
        account_id=event.account_id,
        mail="account_suspended" if event.suspended else "account_restored",
        url=APPEAL if event.suspended else "/sign_in",
        title=event.title,
        note=event.note,
    )


def _verified(event: VerificationDecided) -> Decision:
    kind = "profile_verified" if event.verified else "profile_unverified"
    return Decision(
        source=fact(event.key, f"{event.account_id}:{event.revision}"),
        account_id=event.account_id,
        mail=kind,
        url="/my_profile",
        alert=kind,
        note=event.note,
    )


def _login_reused(event: LoginReused) -> Decision:
    """A login was ended because a token of it was used that a newer one had replaced (product.md 1.3)."""
    return Decision(
        source=fact(event.key, event.login_id),
        account_id=event.account_id,
        mail="login_reused",
        url=LOGINS,
        alert="login_reused",
        device=event.device,
    )


def _security_changed(event: SecurityChanged) -> Decision:
    """What guards the account has changed, or a new device signed in: a mail, no alert (product.md 1.17)."""
    return Decision(
        source=fact(event.key, event.event_id),
        account_id=event.account_id,
        mail=f"security_{event.what}",
        url=LOGINS if event.what == "new_device" else SECURITY,
        device=event.device,
        to=event.to,
    )


def _export_ready(event: DataExportReady) -> Decision:
    """The export that the account asked for can be downloaded, by who signs in (product.md 1.10)."""
    return Decision(
        source=fact(event.key, event.export_id),
        account_id=event.account_id,
        mail="data_export_ready",
        url=DATA_EXPORT,
        alert="data_export_ready",
    )


def _report_closed(event: ReportClosed) -> Decision:
    """The reporter learns whether a rule was broken, and never what was done to whom."""
    acted = event.outcome == "action_taken"
    sentence = "report_closed_action" if acted else "report_closed"
    return Decision(
        source=fact(event.key, event.report_id),
        account_id=event.reporter_id,
        mail=sentence,
        url="/alerts",
        alert="report_closed",
        title=event.title,
        words={"sentence": sentence},
    )


def answer_notice(event: UserRequestAnswered) -> Notice | None:
    """An account is alerted of the answer too; a guest has no alerts."""
    if not event.account_id:
        return None
    return Notice(
        fact(event.key, event.request_id), event.account_id, "request_answered", None, "/user_request", {}
    )


def staff_notice(event: ReportFiled | UserRequestFiled, staff_id: str) -> Notice | None:
    """Staff members are alerted of new work, unless they filed it themselves or it is about them."""
    if isinstance(event, ReportFiled):
        if staff_id in {event.reporter_id, event.reported_id}:
            return None
        thing, kind, url, text = event.report_id, "report_filed", "/staff/reports", event.title
    else:
        if staff_id == event.account_id:
            return None
        thing, kind, url, text = event.request_id, "request_filed", "/staff/requests", event.topic
    return Notice(fact(event.key, thing), staff_id, kind, None, f"{url}/{thing}", {"text": text})
