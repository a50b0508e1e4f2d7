"""What the events of other services do here. Projections are stored first: alerts and mails read them."""

from collections.abc import Sequence

from chassis.db import Transaction
from chassis.events import Consumer, subscribe
from contracts.event import Event
from contracts.events.booking import (
    GuestDataRequested,
    GuestErased,
    GuestLinkRequested,
    NoShowContested,
    OrderAccepted,
    OrderCancelled,
    OrderCompleted,
    OrderMadeAnonymous,
    OrderMoved,
    OrderRejected,
    OrderRequested,
    OrderStarted,
    OtherTimeAsked,
    PlaceChanged,
    SessionEnded,
    TimeDeclined,
    TimeProposed,
)
from contracts.events.booking_ratings import (
    ClientRatingGiven,
    RatingAnswered,
    RatingGiven,
    RatingRequested,
    RatingWaits,
)
from contracts.events.booking_reminders import AttendanceConfirmed, DaySummaryDue, FollowUpDue, ReminderDue
from contracts.events.feed import CommentAdded, RepostAdded
from contracts.events.identity import (
    AccountConfirmed,
    AccountDeleted,
    AccountEvent,
    AccountRegistered,
    AccountRenamed,
    DataExportReady,
    LanguageChanged,
    LoginEnded,
    LoginReused,
    MailRequested,
    PreferencesChanged,
    ReadingChanged,
    SecurityChanged,
)
from contracts.events.profiles import (
    AvatarChanged,
    BlockChanged,
    CircleChanged,
    ProfileCompleted,
    ProfileEvent,
    ProfileUpdated,
    UserRequestAnswered,
    UserRequestFiled,
)
from contracts.events.profiles_moderation import (
    AccountWarned,
    PostStandingChanged,
    ReportClosed,
    ReportFiled,
    ReviewStandingChanged,
    StandingChanged,
    VerificationDecided,
)

from notifications.alerts.create_alert import create_alert
from notifications.alerts.rules import interest_notice, notices_of
from notifications.alerts.store import forget_guest
from notifications.devices.store import drop_devices_of_login
from notifications.export.erasure import erase_account
from notifications.guest_data.models import GRANTS
from notifications.mail import news as mail_news
from notifications.mail import service as mail
from notifications.mail.day_summary import mail_day_summary
from notifications.mail.handover import Handover
from notifications.mail.store import erase_mail_about_order, erase_mail_to_guest
from notifications.messages.evidence import keep_evidence
from notifications.order_news.service import AboutOrder, tell_sides
from notifications.projections import store as projections
from notifications.safety import service as safety


@subscribe(
    AccountRegistered,
    AccountConfirmed,
    AccountRenamed,
    LanguageChanged,
    ReadingChanged,
    guarded_by="revision",
)
async def on_account(event: AccountEvent, tx: Transaction) -> None:
    """Store the account as it now is."""
    await projections.keep_account(tx, event.account)


@subscribe(ProfileCompleted, ProfileUpdated)
async def on_profile(event: ProfileEvent, tx: Transaction) -> None:
    """Store the provider's profile as it now is."""
    profile = event.profile
    await projections.keep_onboarded(tx, profile.account_id, profile.completed, profile.revision)
    await projections.keep_avatar(tx, profile.account_id, profile.avatar, profile.revision)


@subscribe(AvatarChanged, guarded_by="revision")
async def on_avatar(event: AvatarChanged, tx: Transaction) -> None:
    """Store the account's new picture."""
    await projections.keep_avatar(tx, event.account_id, event.avatar, event.revision)


@subscribe(PreferencesChanged, guarded_by="revision")
async def on_preferences(event: PreferencesChanged, tx: Transaction) -> None:
    """Store which notices the account wants on which channel."""
    await projections.keep_channels(tx, event.account_id, event.channels, event.revision)


@subscribe(StandingChanged)
async def on_standing(event: StandingChanged, tx: Transaction) -> None:
    """Store whether the account is suspended."""
    await projections.keep_standing(tx, event.account_id, event.suspended, event.revision)


@subscribe(BlockChanged)
async def on_block(event: BlockChanged, tx: Transaction) -> None:
    """Store which account blocks which."""
    await projections.keep_block(tx, event.blocker_id, event.blocked_id, event.blocked, event.revision)


@subscribe(AccountDeleted)
async def on_account_deleted(event: AccountDeleted, tx: Transaction) -> None:
    """Erase a deleted account."""
    await erase_account(tx, event.account_id)


@subscribe(CommentAdded, RepostAdded, only_news=True)
async def on_post(event: CommentAdded | RepostAdded, tx: Transaction) -> None:
    """Alert the owner of a post of what others do with it."""
    for notice in notices_of(event):
        await create_alert(tx, notice, event.occurred_at)


@subscribe(CircleChanged)
async def on_circle(event: CircleChanged, tx: Transaction) -> None:
    """Alert the provider of a new interest; trust is none. A replayed one is only stored."""
    is_new = await projections.keep_interest(
        tx, event.account_id, event.provider_id, event.interest, event.revision
    )
    if is_new and not event.replayed:
        await create_alert(tx, interest_notice(event), event.occurred_at)
        await mail_news.note_addition(tx, event)


@subscribe(ReportFiled, only_news=True)
async def on_report(event: ReportFiled, tx: Transaction) -> None:
    """Publish the reported message for the staff."""
    await keep_evidence(tx, event)


@subscribe(LoginEnded)
async def on_login_ended(event: LoginEnded, tx: Transaction) -> None:
    """Drop the devices of an ended login: they get no more pushes."""
    await drop_devices_of_login(tx, event.login_id)


@subscribe(OrderMadeAnonymous)
async def on_order_made_anonymous(event: OrderMadeAnonymous, tx: Transaction) -> None:
    """Erase the guest from what the provider was told of the order (product.md 4.6)."""
    await forget_guest(tx, event.provider_id, event.order_id)
    await erase_mail_about_order(tx, event.order_id)


@subscribe(GuestDataRequested, only_news=True)
async def on_guest_data_requested(event: GuestDataRequested, tx: Transaction) -> None:
    """Let whoever has the mailed key read the record of mails to the guest."""
    await GRANTS.grant(tx, event.key_digest, event.address_digest, expires_at=event.expires_at)


@subscribe(GuestErased)
async def on_guest_erased(event: GuestErased, tx: Transaction) -> None:
    """Erase the mails to a guest who asked to be forgotten (product.md 4.6)."""
    await GRANTS.withdraw(tx, event.address_digest)
    await erase_mail_to_guest(tx, event.address_digest)


@subscribe(MailRequested, only_news=True)
async def on_mail_requested(event: MailRequested, tx: Transaction) -> None:
    """Queue the mail that identity requests."""
    await mail.queue_requested_mail(tx, event)


@subscribe(ReportFiled, UserRequestFiled, only_news=True)
async def on_staff_work(event: ReportFiled | UserRequestFiled, tx: Transaction) -> None:
    """Alert the staff of new work."""
    await safety.alert_staff(tx, event)


def _order_consumer(public_url: str, handover: Handover) -> Consumer:
    @subscribe(
        OrderRequested,
        OrderAccepted,
        OrderRejected,
        OrderStarted,
        SessionEnded,
        NoShowContested,
        OrderCompleted,
        OrderCancelled,
        TimeProposed,
        TimeDeclined,
        OrderMoved,
        PlaceChanged,
        OtherTimeAsked,
        ReminderDue,
        AttendanceConfirmed,
        FollowUpDue,
        RatingRequested,
        RatingGiven,
        RatingWaits,
        ClientRatingGiven,
        RatingAnswered,
        GuestLinkRequested,
        together=True,
        enters_inbox=True,
    )
    async def on_orders(events: Sequence[AboutOrder], tx: Transaction) -> Sequence[bool]:
        return await tell_sides(tx, events, public_url, handover)

    return on_orders


def _day_consumer(public_url: str) -> Consumer:
    @subscribe(DaySummaryDue, only_news=True)
    async def on_day(event: DaySummaryDue, tx: Transaction) -> None:
        await mail_day_summary(tx, event, public_url)

    return on_day


def _decision_consumers(public_url: str) -> list[Consumer]:
    @subscribe(
        ReportClosed,
        AccountWarned,
        PostStandingChanged,
        ReviewStandingChanged,
        VerificationDecided,
        StandingChanged,
        LoginReused,
        SecurityChanged,
        DataExportReady,
        only_news=True,
    )
    async def on_decision(event: Event, tx: Transaction) -> None:
        await safety.notify_of_decision(tx, event, public_url)

    @subscribe(UserRequestAnswered, only_news=True)
    async def on_answer(event: UserRequestAnswered, tx: Transaction) -> None:
        await safety.notify_of_answer(tx, event, public_url)

    return [on_decision, on_answer]


def consumers(public_url: str, handover: Handover | None = None) -> list[Consumer]:
    """Every handler, in the order in which one event runs through them. Links in mails start with the URL.

    Through `handover` the sender of mails in this process gets those of orders at once.
    """
    return [
        on_account,
        on_profile,
        on_avatar,
        on_preferences,
        on_standing,
        on_block,
        on_account_deleted,
        _order_consumer(public_url, handover or Handover()),
        _day_consumer(public_url),
        on_post,
        on_circle,
        on_report,
        on_login_ended,
        on_order_made_anonymous,
        on_guest_data_requested,
        on_guest_erased,
        on_mail_requested,
        on_staff_work,
        *_decision_consumers(public_url),
    ]
