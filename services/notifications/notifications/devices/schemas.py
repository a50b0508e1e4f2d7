"""Requests and answers of the calls about devices."""

from typing import Annotated, Literal

from contracts.rules import Text
from contracts.rules.checks import Required, TextMax
from pydantic import BaseModel

DeviceToken = Annotated[str, Text(Required(), TextMax(4096))]


class PushDevice(BaseModel):
    """A device, by the token that the push service gave it."""

    iv_token: DeviceToken
    iv_platform: Literal["android", "ios", "web"]


class PushDeviceGone(BaseModel):
    """A device that takes no more push messages."""

    iv_token: DeviceToken
    iv_platform: Literal["android", "ios", "web"] | None = None


class PushDevices(BaseModel):
    """How many devices of the caller take push messages now."""

    devices: int
