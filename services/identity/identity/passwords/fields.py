"""Passwords as request fields. They are not trimmed, and never repeated in a response."""

from typing import Annotated

from contracts.rules import messages
from pydantic import BeforeValidator, WithJsonSchema

from identity.passwords.rules import LONGEST, SHORTEST, typed_password, weakness


def _given(value: object) -> str:
    if value is None or value == "":
        raise ValueError(messages.REQUIRED)
    if not isinstance(value, str) or "\x00" in value:
        raise ValueError(messages.NOT_TEXT)
    if len(value) > LONGEST:
        raise ValueError(messages.TEXT_MAX.format(n=LONGEST))
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(messages.NOT_TEXT) from error
    return typed_password(value)


def _new(value: object) -> str:
    password = _given(value)
    if not password.strip():
        raise ValueError(messages.REQUIRED)
    if len(password) < SHORTEST:
        raise ValueError(messages.TEXT_MIN.format(n=SHORTEST))
    weak = weakness(password)
    if weak:
        raise ValueError(weak)
    return password


GivenPassword = Annotated[
    str,
    BeforeValidator(_given),
    WithJsonSchema({"type": "string", "format": "password", "minLength": 1, "maxLength": LONGEST}),
]
"""A password that is compared with the stored one."""

NewPassword = Annotated[
    str,
    BeforeValidator(_new),
    WithJsonSchema({"type": "string", "format": "password", "minLength": SHORTEST, "maxLength": LONGEST}),
]
"""A new password: 8 to 128 characters, none of the common ones."""
