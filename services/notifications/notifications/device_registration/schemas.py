"""Requests and answers of the calls about devices."""

from typing import Annotated, Literal

from contracts.rules import Text
from contracts.rules.checks import Required, TextMax
from pydantic import BaseModel

DeviceToken = Annotated[str, Text(Required(), TextMax(4096))]
SubscriptionKey = Annotated[str, Text(Required(), TextMax(200))]


class PushDevice(BaseModel):
    """A device, by the token that the push service gave it."""

    iv_token: DeviceToken
    iv_platform: Literal["android", "ios", "web"]


class PushDeviceGone(BaseModel):
    """A device that takes no more push messages."""

    iv_token: DeviceToken
    iv_platform: Literal["android", "ios", "web"] | None = None


class WebPushSubscription(BaseModel):
    """A browser, by its subscription: the address of its push service, and two keys as base64url."""

    iv_endpoint: DeviceToken
    iv_p256dh: SubscriptionKey
    iv_auth: SubscriptionKey


class WebPushGone(BaseModel):
    """A browser that takes no more push messages."""

    iv_endpoint: DeviceToken


class WebPushKey(BaseModel):
    """The key that browsers subscribe with, as base64url; '' where browsers are not pushed to."""

    public_key: str


class PushDevices(BaseModel):
    """How many devices of the caller take push messages now."""

    devices: int
