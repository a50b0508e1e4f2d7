"""What identity tells: accounts, logins, guests and the mail it wants sent."""

from typing import ClassVar, Literal

from pydantic import Field, JsonValue

from contracts.event import Audience, Event, Facts, Instant, register

Language = Literal["english", "french", "spanish", "arabic"]
"""The languages in which the house speaks (spec 2, section 3)."""


class AccountFacts(Facts):
    """An account as the other services may know it."""

    account_id: str
    name: str
    email: str
    username: str | None = None
    verified: bool = False
    """The address was confirmed by mail (the spec's autoVerification)."""
    staff: bool = False
    """One of the people who run the house."""
    language: Language = "english"
    """In which mails and alerts are written."""
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
    """Somebody signed up; also told again, as it now is, when projections are rebuilt."""

    key: ClassVar[str] = "identity.account.registered"


@register
class AccountConfirmed(AccountEvent):
    """The mail address was confirmed; the account's own sockets hear of it."""

    key: ClassVar[str] = "identity.account.confirmed"
    audience: ClassVar[Audience] = Audience.ONE_ACCOUNT

    session_data: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    """What of the session data is the same for all logins of the account: a screen keeps what it is sent."""


@register
class AccountRenamed(AccountEvent):
    """Name or username changed."""

    key: ClassVar[str] = "identity.account.renamed"


@register
class LanguageChanged(AccountEvent):
    """The account reads mails and alerts in another language from now on."""

    key: ClassVar[str] = "identity.account.language_changed"


@register
class AccountDeleted(Event):
    """The account is gone; every service erases what it holds of the person."""

    key: ClassVar[str] = "identity.account.deleted"

    account_id: str

    @property
    def aggregate(self) -> str:
        return f"account:{self.account_id}"


@register
class PreferencesChanged(Event):
    """How the account wants to hear of things: kind of alert -> channels that are on."""

    key: ClassVar[str] = "identity.preferences.changed"

    account_id: str
    channels: dict[str, dict[str, bool]]
    revision: int

    @property
    def aggregate(self) -> str:
        return f"account:{self.account_id}"


@register
class LoginEnded(Event):
    """A login is over before its time; its tokens are refused until `expires_at`, when they expire anyway."""

    key: ClassVar[str] = "identity.login.ended"

    account_id: str
    login_id: str
    expires_at: Instant

    @property
    def aggregate(self) -> str:
        return f"login:{self.login_id}"


@register
class GuestCodeIssued(Event):
    """A guest was mailed a code. `code_hash` is SHA-256, hex, of `<guest_id>:<code>`."""

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
    """Identity wants a mail sent: `link` for confirm and reset, `code` for a guest's code."""

    key: ClassVar[str] = "identity.mail.requested"

    kind: Literal["confirm", "reset", "guest_code"]
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
