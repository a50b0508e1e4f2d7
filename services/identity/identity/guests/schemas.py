"""What verify_guest_credentials takes and answers."""

from contracts.rules.fields import Email, GuestName
from pydantic import BaseModel


class GuestRequest(BaseModel):
    """Who books without an account."""

    iv_name: GuestName
    iv_email: Email


class GuestVerified(BaseModel):
    """The guest's token, good for 2 hours; the code to use it with comes by mail."""

    access_token: str
