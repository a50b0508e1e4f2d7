"""Everything identity holds about an account, for its owner."""

from datetime import datetime

from pydantic import BaseModel, JsonValue

from identity.preferences.schemas import NewsChoice


class ExportedLogin(BaseModel):
    """An active login."""

    created_at: datetime
    expires_at: datetime
    device: dict[str, JsonValue]


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


class AccountExport(BaseModel):
    """The account and its logins."""

    account: ExportedAccount
    logins: list[ExportedLogin]
