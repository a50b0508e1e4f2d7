"""What verify_guest_credentials takes and answers."""

from contracts.rules.fields import Email, GuestName
from contracts.rules.lists import DeviceData
from pydantic import BaseModel, Field


class GuestRequest(BaseModel):
    """Who books without an account."""

    iv_name: GuestName
    iv_email: Email
    iv_device_data: DeviceData = Field(default_factory=dict)


class GuestVerified(BaseModel):
    """The guest's token, good for 2 hours; the code to use it with comes by mail."""

    access_token: str
