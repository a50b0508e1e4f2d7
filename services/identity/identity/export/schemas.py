"""Everything identity holds about an account, for its owner, and how far an export is."""

from datetime import datetime

from pydantic import BaseModel, JsonValue

from identity.export.rules import PARTS, Export, State
from identity.preferences.schemas import NewsChoice


class ExportedLogin(BaseModel):
    """An active login."""

    created_at: datetime
    expires_at: datetime
    device: dict[str, JsonValue]
    timezone: str
    last_used_at: datetime | None
    second_factor: bool


class ExportedAccount(BaseModel):
    """The account without its password, of which only a hash is stored."""

    account_id: str
    name: str
    email: str
    username: str | None
    language: str
    timezone: str
    hour_cycle: str
    created_at: datetime
    email_confirmed_at: datetime | None
    fav_category: list[str]
    fav_services: list[str]
    notification_preferences: NewsChoice
    requested_appointment: bool
    staff: bool
    suspended: bool


class ExportedPasskey(BaseModel):
    """A passkey without its keys."""

    name: str
    created_at: datetime
    last_used_at: datetime | None


class ExportedFactors(BaseModel):
    """What guards the account besides its password, without any secret."""

    authenticator_app: bool
    passkeys: list[ExportedPasskey]
    recovery_codes_left: int


class ExportedMailChange(BaseModel):
    """A change of the mail address that waits."""

    new_email: str
    expires_at: datetime


class ExportedProfile(BaseModel):
    """Identity's copy of the profile."""

    completed: bool
    phone: str
    avatar: str
    manually_verified: bool


class AccountExport(BaseModel):
    """The account, its logins and what guards it."""

    account: ExportedAccount
    profile: ExportedProfile | None
    logins: list[ExportedLogin]
    second_factors: ExportedFactors
    mail_change: ExportedMailChange | None
    known_devices: int
    """How many kinds of devices have signed in. Of each only a digest is stored."""
    signed_in_from: list[datetime]
    """When each network or device signed in last. Of each only a digest is stored."""


class ReadyExport(BaseModel):
    """An export that may be downloaded; `size` is in bytes."""

    size: int


class ShownExport(BaseModel):
    """An export. `parts` services add to it, and `parts_done` have done so; `size` is in bytes."""

    export_id: str
    state: State
    parts_done: int
    parts: int
    size: int
    requested_at: datetime
    ready_at: datetime | None
    expires_at: datetime


class DataExportState(BaseModel):
    """The account's newest export; null before the first."""

    data_export: ShownExport | None


def export_state(export: Export | None, now: datetime) -> DataExportState:
    """The export as its owner sees it."""
    if export is None:
        return DataExportState(data_export=None)
    shown = ShownExport(
        export_id=export.export_id,
        state=export.state(now),
        parts_done=len(export.sizes),
        parts=len(PARTS),
        size=sum(export.sizes.values()),
        requested_at=export.requested_at,
        ready_at=export.ready_at,
        expires_at=export.expires_at,
    )
    return DataExportState(data_export=shown)
