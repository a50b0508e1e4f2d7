"""Request and response models of the preference calls."""

import json
from typing import Annotated

from contracts.languages import Language
from contracts.rules import messages
from contracts.rules.lists import DeviceData
from contracts.session_data import SessionData
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from identity.preferences.fields import FavouriteCategories, FavouriteServices


class ChannelChoice(BaseModel):
    """The channels of one kind of notification."""

    in_app: bool
    email: bool
    push: bool


class NewsChoice(BaseModel):
    """Every kind of notification with its channels."""

    appointments: ChannelChoice
    reminders: ChannelChoice
    ratings: ChannelChoice
    circle: ChannelChoice
    posts: ChannelChoice
    messages: ChannelChoice


class NotificationPreferences(BaseModel):
    """The caller's notification preferences."""

    preferences: NewsChoice
    language: Language
    """The language of mails and alerts."""


class ChannelChange(BaseModel):
    """A change of the channels of one kind of notification; channels left out do not change."""

    model_config = ConfigDict(extra="forbid")

    in_app: bool | None = None
    email: bool | None = None
    push: bool | None = None


class NewsChange(BaseModel):
    """A change for some kinds of notifications; kinds left out do not change."""

    model_config = ConfigDict(extra="forbid")

    appointments: ChannelChange | None = None
    reminders: ChannelChange | None = None
    ratings: ChannelChange | None = None
    circle: ChannelChange | None = None
    posts: ChannelChange | None = None
    messages: ChannelChange | None = None


def _json(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise ValueError(messages.NOT_VALID) from error


class UpdateNotificationPreferencesRequest(BaseModel):
    """For each kind of notification the channels to switch on or off; JSON, or JSON in a string."""

    iv_preferences: Annotated[NewsChange, BeforeValidator(_json)]


class UpdateLanguageRequest(BaseModel):
    """The language in which the caller reads mails and alerts; on some devices the clock changes with it."""

    iv_language: Language
    iv_device_data: DeviceData = Field(default_factory=dict)


class LanguageChosen(BaseModel):
    """The language in which mails and alerts are written from now on."""

    language: Language


class UpdateStarterPreferencesRequest(BaseModel):
    """The categories and services that the caller wants to see first; 'all' means every one."""

    iv_fav_category: FavouriteCategories
    iv_fav_services: FavouriteServices


class StarterPreferences(BaseModel):
    """The caller's session with the new favourites."""

    session_data: SessionData
