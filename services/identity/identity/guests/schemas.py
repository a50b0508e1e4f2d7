"""Request and response models of verify_guest_credentials."""

from contracts.rules.fields import Email, GuestName
from contracts.rules.lists import DeviceData
from pydantic import BaseModel, Field


class GuestRequest(BaseModel):
    """A guest: a person who books without an account."""

    iv_name: GuestName
    iv_email: Email
    iv_device_data: DeviceData = Field(default_factory=dict)


class GuestVerified(BaseModel):
    """The guest's token, valid for 2 hours. The code that it needs is sent by mail."""

    access_token: str
