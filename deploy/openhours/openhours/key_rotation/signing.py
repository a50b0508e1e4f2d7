"""Rotates the key that signs tokens: publish the next, let it sign, drop the former (`identity.tokens.keys`).

Three calls, and a restart of identity after each. Nobody is signed out, unless the former key is dropped
before the last token that it signed has expired.
"""

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from chassis.key_files import new_private_pem
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from identity.logins.rules import TOKEN_LIFE
from identity.settings import IdentitySettings
from identity.tokens.keys import blocks_in, file_beside, key_ring, public_key, published_keys_file

from openhours.checks.signing_keys import served_keys
from openhours.key_rotation.files import NotNow, Shown, days_of, replace_file
from openhours.parts import WrongSettings

PUBLISHED_FIRST: Final = timedelta(minutes=5)
"""The next key is published for this long before it signs: every process fetches the keys within it."""
IN_ENVIRONMENT: Final = (
    "The signing key is in SIGNING_KEY_PEM, which no command can change. Put it into a file "
    "(SIGNING_KEY_PATH), or do by hand what deploy/operations.md says."
)
PUBLISHED: Final = (
    "The next key {kid}… is published from the next start of identity. Restart identity, and call this again "
    "after five minutes."
)
SIGNS: Final = (
    "The key {kid}… signs from the next start of identity; the former one is still published. Restart "
    "identity, and call `openhours keys drop signing` after {when:%Y-%m-%d %H:%M} UTC, when its last token "
    "has expired."
)
DROPPED: Final = (
    "{count} former keys are dropped. Restart identity: what they signed is refused within a minute."
)


def _file_of(settings: IdentitySettings) -> Path:
    if settings.signing_key_pem is not None or settings.signing_key_path is None:
        raise WrongSettings(IN_ENVIRONMENT)
    return settings.signing_key_path


def show(settings: IdentitySettings) -> Shown:
    """The signing key and the others that are published. Raises what `key_ring` does."""
    ring = key_ring(settings.model_copy(update={"signing_key_create": False}))
    path = None if settings.signing_key_pem is not None else settings.signing_key_path
    where = str(path) if path else "SIGNING_KEY_PEM"
    said = f"{ring.kid[:8]}… signs" + "".join(
        f", {key.kid[:8]}… is published" for key in ring.published if key.kid != ring.kid
    )
    return Shown("signing", where, len(ring.published), days_of(path), said)


async def rotate(settings: IdentitySettings) -> str:
    """Do the next step: publish a new key, or let it sign. Raises NotNow and `parts.WrongSettings`."""
    signing = _file_of(settings)
    published = published_keys_file(settings) or file_beside(signing)
    blocks = blocks_in(published.read_text()) if published.exists() else []
    coming = [block for block in blocks if "PRIVATE KEY" in block]
    if not coming:
        pem = new_private_pem()
        replace_file(published, "\n".join([*blocks, pem.strip()]) + "\n")
        return PUBLISHED.format(kid=_kid(pem)[:8])
    kid = _kid(coming[0])
    if kid not in await served_keys(settings.identity_url):
        raise NotNow("identity does not serve the next key yet: restart all its processes first.")
    _switch(signing, published, blocks, coming)
    return SIGNS.format(kid=kid[:8], when=_droppable_at(signing))


def _switch(signing: Path, published: Path, blocks: list[str], coming: list[str]) -> None:
    """Let the key of `coming` sign, and publish the former. Raises NotNow."""
    ready = published.stat().st_mtime + PUBLISHED_FIRST.total_seconds()
    if time.time() < ready:
        raise NotNow(f"The next key was made a moment ago: call this again in {ready - time.time():.0f} s.")
    former = serialization.load_pem_private_key(signing.read_bytes(), password=None)
    public = former.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    others = [block for block in blocks if block not in coming]
    # First the former key is published: if the second write fails, both are, and the former one signs.
    replace_file(published, "\n".join([*others, public.decode().strip(), *coming]) + "\n")
    replace_file(signing, coming[0] + "\n")
    replace_file(published, "\n".join([*others, public.decode().strip()]) + "\n")


def drop(settings: IdentitySettings, *, at_once: bool) -> str:
    """Publish the former keys no longer; `at_once`, though tokens that they signed are still valid.

    Raises NotNow and `parts.WrongSettings`.
    """
    signing = _file_of(settings)
    published = published_keys_file(settings)
    blocks = blocks_in(published.read_text()) if published else []
    former = [block for block in blocks if "PRIVATE KEY" not in block]
    if published is None or not former:
        raise NotNow("No former key is published.")
    when = _droppable_at(signing)
    if not at_once and datetime.now(UTC) < when:
        raise NotNow(
            f"Tokens of the former key are valid until {when:%Y-%m-%d %H:%M} UTC. Call this again then; or "
            "now with --at-once, if it is known to others: who has not signed in since is signed out."
        )
    replace_file(published, "".join(f"{block}\n" for block in blocks if block not in former))
    return DROPPED.format(count=len(former))


def _droppable_at(signing: Path) -> datetime:
    """When the last token of the former key has expired, if identity was restarted within an hour."""
    switched = datetime.fromtimestamp(signing.stat().st_mtime, UTC)
    return switched + TOKEN_LIFE + timedelta(hours=1)


def _kid(pem: str) -> str:
    private = serialization.load_pem_private_key(pem.encode(), password=None)
    assert isinstance(private, ec.EllipticCurvePrivateKey)
    return public_key(private.public_key()).kid
