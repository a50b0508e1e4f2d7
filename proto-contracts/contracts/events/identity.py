"""Events of identity: accounts, logins, guests and requests to send mail."""

from typing import ClassVar, Literal

from pydantic import Field, JsonValue

from contracts.event import Audience, DataExportCollected, Event, Facts, Instant, register
from contracts.languages import Language

HourCycle = Literal["", "h12", "h23"]
"""The clock on which somebody reads times: of twelve hours or of 24; '' where no device has said so."""


class AccountFacts(Facts):
    """What other services may know of an account."""

    account_id: str
    name: str
    email: str
    username: str | None = None
    verified: bool = False
    """Whether the mail address is confirmed (autoVerification in the session data)."""
    staff: bool = False
    """Whether the account belongs to the staff."""
    language: Language = "english"
    """The language of mails and alerts to the account."""
    timezone: str = ""
    """The IANA zone in which the account reads times; '' where no device has said one."""
    hour_cycle: HourCycle = ""
    created_at: Instant
    revision: int


class AccountEvent(Event):
    """An event that carries the whole state of one account."""

    account: AccountFacts

    @property
    def aggregate(self) -> str:
        return f"account:{self.account.account_id}"


@register
class AccountRegistered(AccountEvent):
    """Somebody signed up. A replay publishes it again with the current state."""

    key: ClassVar[str] = "identity.account.registered"


@register
class AccountConfirmed(AccountEvent):
    """The mail address was confirmed. The gateway sends it to the account's own sockets."""

    key: ClassVar[str] = "identity.account.confirmed"
    audience: ClassVar[Audience] = Audience.ONE_ACCOUNT

    session_data: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    """The session data that all logins of the account share."""


@register
class AccountRenamed(AccountEvent):
    """Name, username or mail address changed."""

    key: ClassVar[str] = "identity.account.renamed"


@register
class LanguageChanged(AccountEvent):
    """The account chose another language for mails and alerts."""

    key: ClassVar[str] = "identity.account.language_changed"


@register
class ReadingChanged(AccountEvent):
    """The account's device reads times in another zone or on another clock."""

    key: ClassVar[str] = "identity.account.reading_changed"


@register
class AccountDeleted(Event):
    """The account was deleted. Every service erases what it holds of the person."""

    key: ClassVar[str] = "identity.account.deleted"

    account_id: str

    @property
    def aggregate(self) -> str:
        return f"account:{self.account_id}"


@register
class PreferencesChanged(Event):
    """The account's notification preferences: for each kind of alert, which channels are on."""

    key: ClassVar[str] = "identity.preferences.changed"

    account_id: str
    channels: dict[str, dict[str, bool]]
    revision: int

    @property
    def aggregate(self) -> str:
        return f"account:{self.account_id}"


@register
class LoginEnded(Event):
    """A login ended before its tokens expired. Services refuse them until `expires_at`, when they expire."""

    key: ClassVar[str] = "identity.login.ended"

    account_id: str
    login_id: str
    expires_at: Instant

    @property
    def aggregate(self) -> str:
        return f"login:{self.login_id}"


@register
class LoginRotated(Event):
    """A login got a newer token. Those before `generation` are refused from `refused_from` on.

    Services forget this at `expires_at`, when they have expired.
    """

    key: ClassVar[str] = "identity.login.rotated"

    account_id: str
    login_id: str
    generation: int
    refused_from: Instant
    expires_at: Instant

    @property
    def aggregate(self) -> str:
        return f"login:{self.login_id}"


@register
class LoginReused(Event):
    """A token was used after a newer one had replaced it: somebody may hold a copy. The login was ended.

    `device` names the device that signed in, as its owner may know it; '' where that is unknown.
    """

    key: ClassVar[str] = "identity.login.reused"

    account_id: str
    login_id: str
    device: str = ""

    @property
    def aggregate(self) -> str:
        return f"login:{self.login_id}"


@register
class SecurityChanged(Event):
    """What guards an account has changed, or a new device signed in: its owner is told (product.md 1.17)."""

    key: ClassVar[str] = "identity.account.security_changed"

    account_id: str
    what: Literal["new_device", "password", "second_factor", "mail_address"]
    device: str = ""
    """The device that signed in, as its owner may know it; '' for none."""
    to: str = ""
    """The address that held before, for a changed one; else ''."""

    @property
    def aggregate(self) -> str:
        return f"account:{self.account_id}"


@register
class GuestCodeIssued(Event):
    """A guest was mailed a code. `code_hash` is the SHA-256 hex digest of `<guest_id>:<code>`."""

    key: ClassVar[str] = "identity.guest.code_issued"

    guest_id: str
    name: str
    email: str
    code_hash: str
    expires_at: Instant

    @property
    def aggregate(self) -> str:
        return f"guest:{self.guest_id}"


@register
class MailRequested(Event):
    """Identity requests a mail. It carries `code` for guest_code, both for confirm, and `link` for others."""

    key: ClassVar[str] = "identity.mail.requested"
    secret: ClassVar[bool] = True

    kind: Literal["confirm", "reset", "guest_code", "change_from", "change_to"]
    to: str
    name: str
    account_id: str | None = None
    link: str | None = None
    code: str | None = None
    language: Language = "english"
    expires_at: Instant

    @property
    def aggregate(self) -> str:
        return f"mail:{self.to}"


@register
class IdentityDataCollected(DataExportCollected):
    """Identity has collected its part of an account's export."""

    key: ClassVar[str] = "identity.data_export.collected"


@register
class DataExportRequested(Event):
    """An account's owner wants all that is held about it. Every service collects its part (product.md 1.10).

    It replaces every former export of the account. The parts are removed at `expires_at`.
    """

    key: ClassVar[str] = "identity.data_export.requested"

    export_id: str
    account_id: str
    expires_at: Instant

    @property
    def aggregate(self) -> str:
        return f"account:{self.account_id}"


@register
class DataExportReady(Event):
    """Every part of an account's export was collected: its owner is told (product.md 1.10)."""

    key: ClassVar[str] = "identity.data_export.ready"

    export_id: str
    account_id: str
    expires_at: Instant

    @property
    def aggregate(self) -> str:
        return f"account:{self.account_id}"
