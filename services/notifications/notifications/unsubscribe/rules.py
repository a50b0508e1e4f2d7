"""The token in an unsubscribe link: the account's own secret, and the kind of news to stop. Pure."""

import secrets
from typing import Final, cast, get_args

from notifications.preferences.rules import Subject, can_be_switched

_SEPARATOR: Final = "."


def new_secret() -> str:
    """192 random bits, fit for an address; without the separator."""
    return secrets.token_urlsafe(24)


def unsubscribe_link(public_url: str, secret: str, subject: Subject) -> str:
    """Where a mail about `subject` says it can be stopped: a page to look at, and to post to (RFC 8058)."""
    return f"{public_url.rstrip('/')}/unsubscribe?token={secret}{_SEPARATOR}{subject}"


def read_token(token: str) -> tuple[str, Subject] | None:
    """The secret and the kind of news in a token; None when it is none of ours."""
    secret, separator, subject = token.rpartition(_SEPARATOR)
    if not separator or not secret or subject not in get_args(Subject):
        return None
    known = cast(Subject, subject)
    return (secret, known) if can_be_switched(known) else None
