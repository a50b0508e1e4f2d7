"""Expected alerts and mails for reports, what the staff decide, and the security of an account."""

from typing import Final

from chassis.ids import new_id
from contracts.event import Event
from contracts.events import identity, profiles, profiles_moderation

from services.notifications.tests.event_case import FAR_AWAY, EventCase, Expected, Participants


def _report(cast: Participants, report_type: profiles.ReportType, **roles: str) -> Event:
    who = {"reporter": "client", "reported": "provider", **roles}
    return profiles_moderation.ReportFiled(
        report_id=new_id(),
        reporter_id=cast[who["reporter"]],
        reported_id=cast[who["reported"]],
        report_type=report_type,
        issue_id=new_id(),
        title="Hate Speech",
        filed_at=FAR_AWAY,
    )


def _closed(cast: Participants, outcome: str) -> Event:
    return profiles_moderation.ReportClosed.model_validate(
        {
            "report_id": new_id(),
            "reporter_id": cast["client"],
            "reported_id": cast["provider"],
            "report_type": "posts",
            "title": "Hate Speech",
            "outcome": outcome,
            "closed_at": FAR_AWAY,
        }
    )


def _post_standing(cast: Participants, hidden: bool) -> Event:
    return profiles_moderation.PostStandingChanged(
        post_id=new_id(),
        owner_id=cast["provider"],
        hidden=hidden,
        title="Spam",
        note="See rule 3",
        revision=2,
    )


def _review_standing(cast: Participants, removed: bool) -> Event:
    return profiles_moderation.ReviewStandingChanged(
        review_id="order-1", owner_id=cast["provider"], removed=removed, title="Spam", note="See", revision=2
    )


def _standing(cast: Participants, suspended: bool) -> Event:
    return profiles_moderation.StandingChanged(
        account_id=cast["provider"], suspended=suspended, title="Spam", note="", revision=2
    )


def _verified(cast: Participants, verified: bool) -> Event:
    return profiles_moderation.VerificationDecided(
        account_id=cast["provider"], verified=verified, note="", revision=2
    )


def _answered(cast: Participants, account_id: str) -> Event:
    return profiles.UserRequestAnswered(
        request_id=new_id(),
        account_id=account_id,
        to=cast.email("client"),
        name="Grace",
        language="english",
        topic="data_access",
        question="What do you know of me?",
        answer="Only what you see.",
    )


def _safe(who: str, kind: str, says: str, url: str, mail: str, **more: bool) -> Expected:
    return Expected(who, "safety", kind, says, url, mail, **more)


_REPORTS: Final = "/staff/reports/{report_id}"
_THANKS: Final = "Thank you for telling us"

OF_SAFETY: Final[dict[str, list[EventCase]]] = {
    "identity.login.reused": [
        EventCase(
            lambda cast: identity.LoginReused(
                account_id=cast["provider"], login_id=new_id(), device="Firefox, Windows"
            ),
            (
                _safe(
                    "provider",
                    "login_reused",
                    "We ended one of your logins: a copy of it may be in other hands",
                    "/devices_and_logins",
                    "We ended one of your logins",
                ),
            ),
        )
    ],
    "identity.data_export.ready": [
        EventCase(
            lambda cast: identity.DataExportReady(
                export_id=new_id(), account_id=cast["provider"], expires_at=FAR_AWAY
            ),
            (
                _safe(
                    "provider",
                    "data_export_ready",
                    "The export of your data is ready",
                    "/my_settings#data_export",
                    "Your data is ready",
                ),
            ),
        )
    ],
    "identity.account.security_changed": [
        EventCase(
            lambda cast, what=what: identity.SecurityChanged.model_validate(
                {"account_id": cast["client"], "what": what}
            ),
            (Expected("client", "safety", mail=subject),),
        )
        for what, subject in (
            ("new_device", "A new device signed in"),
            ("password", "Your password was changed"),
            ("second_factor", "Your second factor was changed"),
            ("mail_address", "Your mail address was changed"),
        )
    ],
    "profiles.report.filed": [
        EventCase(
            lambda cast: _report(cast, "posts"),
            (_safe("staff", "report_filed", "A new report waits: Hate Speech", _REPORTS, ""),),
        ),
        EventCase(
            lambda cast: _report(cast, "messages"),
            (_safe("staff", "report_filed", "A new report waits: Hate Speech", _REPORTS, ""),),
            {"notifications.evidence.kept": 1},
        ),
        EventCase(lambda cast: _report(cast, "posts", reporter="staff")),
        EventCase(lambda cast: _report(cast, "posts", reported="staff")),
    ],
    "profiles.report.closed": [
        EventCase(
            lambda cast: _closed(cast, "no_action"),
            (
                _safe(
                    "client",
                    "report_closed",
                    f"We looked at your report and found no rule broken. {_THANKS}",
                    "/alerts",
                    "We looked at your report",
                ),
            ),
        ),
        EventCase(
            lambda cast: _closed(cast, "action_taken"),
            (
                _safe(
                    "client",
                    "report_closed",
                    f"We looked at your report and took action. {_THANKS}",
                    "/alerts",
                    "We looked at your report, and took action",
                ),
            ),
        ),
    ],
    "profiles.account.warned": [
        EventCase(
            lambda cast: profiles_moderation.AccountWarned(
                warning_id=new_id(), account_id=cast["provider"], title="Spam", note="Please stop."
            ),
            (
                _safe(
                    "provider",
                    "account_warned",
                    "A warning about your account: Spam",
                    "/user_request?topic=appeal",
                    "A warning about your account",
                ),
            ),
        )
    ],
    "profiles.account.standing_changed": [
        EventCase(
            lambda cast: _standing(cast, suspended=True),
            (_safe("provider", "", "", "", "Your account is suspended", even_suspended=True),),
        ),
        EventCase(
            lambda cast: _standing(cast, suspended=False),
            (_safe("provider", "", "", "", "Your account is open again", even_suspended=True),),
        ),
    ],
    "profiles.review.standing_changed": [
        EventCase(
            lambda cast: _review_standing(cast, removed=True),
            (
                _safe(
                    "provider",
                    "review_removed",
                    "We took down something that you wrote in a review: Spam",
                    "/user_request?topic=appeal",
                    "We took down what you wrote",
                ),
            ),
        ),
        EventCase(
            lambda cast: _review_standing(cast, removed=False),
            (
                _safe(
                    "provider",
                    "review_restored",
                    "What you wrote in a review is shown again",
                    "/alerts",
                    "What you wrote is shown again",
                ),
            ),
        ),
    ],
    "profiles.post.standing_changed": [
        EventCase(
            lambda cast: _post_standing(cast, hidden=True),
            (
                _safe(
                    "provider",
                    "post_hidden",
                    "We hid one of your posts: Spam",
                    "/my_posts?autoView=post&autoActivePost={post_id}",
                    "We hid one of your posts",
                ),
            ),
        ),
        EventCase(
            lambda cast: _post_standing(cast, hidden=False),
            (
                _safe(
                    "provider",
                    "post_restored",
                    "One of your posts can be seen again",
                    "/my_posts?autoView=post&autoActivePost={post_id}",
                    "Your post can be seen again",
                ),
            ),
        ),
    ],
    "profiles.verification.decided": [
        EventCase(
            lambda cast: _verified(cast, verified=True),
            (
                _safe(
                    "provider",
                    "profile_verified",
                    "You are verified. Your profile shows it from now on",
                    "/my_profile",
                    "You are verified",
                ),
            ),
        ),
        EventCase(
            lambda cast: _verified(cast, verified=False),
            (
                _safe(
                    "provider",
                    "profile_unverified",
                    "Your profile no longer shows the verified mark",
                    "/my_profile",
                    "Your profile is no longer verified",
                ),
            ),
        ),
    ],
    "profiles.user_request.filed": [
        EventCase(
            lambda cast: profiles.UserRequestFiled(
                request_id=new_id(), account_id=cast["client"], topic="data_access"
            ),
            (
                _safe(
                    "staff",
                    "request_filed",
                    "A new request waits: A copy of their data",
                    "/staff/requests/{request_id}",
                    "",
                ),
            ),
        ),
        EventCase(
            lambda cast: profiles.UserRequestFiled(
                request_id=new_id(), account_id=cast["staff"], topic="other"
            )
        ),
    ],
    "profiles.user_request.answered": [
        EventCase(
            lambda cast: _answered(cast, cast["client"]),
            (
                _safe(
                    "client",
                    "request_answered",
                    "We answered your request",
                    "/user_request",
                    "Our answer to your request",
                    even_suspended=True,
                ),
            ),
        ),
        EventCase(
            lambda cast: _answered(cast, ""), (Expected("client", None, mail="Our answer to your request"),)
        ),
    ],
}
