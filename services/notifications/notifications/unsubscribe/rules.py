"""The token in an unsubscribe link (product.md 5.7): the account's own secret, and the subject to stop."""

import secrets
from typing import Final, cast, get_args

from notifications.preferences.rules import Subject, can_be_switched

_SEPARATOR: Final = "."


def new_secret() -> str:
    """192 random bits as text that is safe in a URL and holds no separator."""
    return secrets.token_urlsafe(24)


def unsubscribe_link(public_url: str, secret: str, subject: Subject) -> str:
    """The link by which mails about `subject` stop; mail programs post to it (RFC 8058)."""
    return f"{public_url.rstrip('/')}/unsubscribe?token={secret}{_SEPARATOR}{subject}"


def read_token(token: str) -> tuple[str, Subject] | None:
    """The secret and the subject in a token; None for a token that we did not make."""
    secret, separator, subject = token.rpartition(_SEPARATOR)
    if not separator or not secret or subject not in get_args(Subject):
        return None
    known = cast(Subject, subject)
    return (secret, known) if can_be_switched(known) else None
