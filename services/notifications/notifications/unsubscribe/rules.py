"""The token in an unsubscribe link (product.md 5.7): the account or the digest of an address, what proves it,
and the subject to stop.

The proof follows from the service's key, so that no table holds what would stop the mails of others.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final, Literal, cast, get_args

from contracts.guest_data import address_digest

from notifications.preferences.rules import Subject, can_be_switched
from notifications.sealing import sealing

Stopped = Subject | Literal["unasked"]
"""What a link stops: mails about a subject, or those about what others entered for an address."""
UNASKED: Final = "unasked"
_SEPARATOR: Final = "."
_PROOF: Final = "~"
"""Between the account and its proof. Secrets in links of before have none."""


def link_secret(account_id: str) -> str:
    """What admits to stopping the account's mails: its id, and an HMAC of it, safe in a URL."""
    proof = urlsafe_b64encode(sealing().digest(_text(account_id))).decode().rstrip("=")
    return f"{account_id}{_PROOF}{proof}"


def account_of_secret(secret: str) -> str | None:
    """The account of a secret that `link_secret` made, with any of the keys; None for any other text."""
    account_id, _, proof = secret.rpartition(_PROOF)
    try:
        digest = urlsafe_b64decode(proof.encode("ascii") + b"=" * (-len(proof) % 4))
    except ValueError:
        return None
    return account_id if sealing().is_digest(digest, _text(account_id)) else None


def _text(account_id: str) -> str:
    return f"unsubscribe {account_id}"


def unsubscribe_link(public_url: str, account_id: str, subject: Subject) -> str:
    """The link by which mails about `subject` stop; mail programs post to it (RFC 8058)."""
    return f"{public_url.rstrip('/')}/unsubscribe?token={link_secret(account_id)}{_SEPARATOR}{subject}"


def unasked_link(public_url: str, address: str) -> str:
    """The link by which an address stops mails about appointments that others entered for it."""
    secret = link_secret(address_digest(address))
    return f"{public_url.rstrip('/')}/unsubscribe?token={secret}{_SEPARATOR}{UNASKED}"


def read_token(token: str) -> tuple[str, Stopped] | None:
    """The secret and the subject in a token; None for a token that we did not make."""
    secret, separator, subject = token.rpartition(_SEPARATOR)
    if separator and secret and subject == UNASKED:
        return secret, UNASKED
    if not separator or not secret or subject not in get_args(Subject):
        return None
    known = cast(Subject, subject)
    return (secret, known) if can_be_switched(known) else None
