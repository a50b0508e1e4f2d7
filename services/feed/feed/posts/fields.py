"""Request fields that several calls about posts share."""

from typing import Annotated

from contracts.rules import Text
from contracts.rules.checks import Required, TextMax
from pydantic import Field

PostId = Annotated[str, Text(Required(), TextMax(64))]
Ignored = Annotated[str | None, Field(max_length=400)]
"""Sent by the described clients and ignored: the server knows who posted what."""
