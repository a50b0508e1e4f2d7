"""What is sealed opens with the settings' keys only, and only for its own row."""

from pathlib import Path

import pytest
from chassis.key_files import sealing_keys
from chassis.sealing import Sealing, sealing_of
from chassis.settings import SealingSettings
from cryptography.fernet import Fernet
from pydantic import SecretStr


def with_keys(*keys: str) -> Sealing:
    return Sealing(sealing_keys(SecretStr("\\n".join(keys)), None, create=False))


def test_a_new_key_seals_and_the_former_ones_still_open() -> None:
    former, fresh = (Fernet.generate_key().decode() for _ in range(2))
    before, after = with_keys(former), with_keys(fresh, former)
    sealed = before.seal("secret", about="row")
    assert b"secret" not in sealed
    assert sealed != before.seal("secret", about="row")
    assert after.open(sealed, about="row") == "secret"
    with pytest.raises(LookupError):
        before.open(after.seal("secret", about="row"), about="row")
    assert after.is_digest(before.digest("text"), "text")
    assert after.is_digest(after.digest("text"), "text")
    assert not before.is_digest(after.digest("text"), "text")
    assert not after.is_digest(after.digest("text"), "another")


@pytest.mark.parametrize("place", [0, 1, 12, 13, -1])
def test_what_was_changed_or_moved_opens_no_more(place: int) -> None:
    sealing = with_keys(Fernet.generate_key().decode())
    sealed = sealing.seal("secret", about="row")
    changed = bytearray(sealed)
    changed[place] ^= 1
    for value, about in ((bytes(changed), "row"), (sealed, "another row"), (sealed[:9], "row"), (b"", "row")):
        with pytest.raises(LookupError):
            sealing.open(value, about=about)


def test_without_a_key_nothing_is_sealed() -> None:
    sealed = with_keys(Fernet.generate_key().decode()).seal("secret", about="row")
    nothing = with_keys("")
    assert not nothing.available
    for refused in (
        nothing.require,
        lambda: nothing.seal("secret", about="row"),
        lambda: nothing.open(sealed, about="row"),
        lambda: nothing.open(Fernet.generate_key(), about="row"),
        lambda: nothing.digest("text"),
    ):
        with pytest.raises(LookupError):
            refused()
    with pytest.raises(ValueError, match="32"):
        with_keys("too short")


def test_the_first_start_makes_the_file_for_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SEALING_KEY", raising=False)
    path = tmp_path / "keys" / "sealing"
    settings = SealingSettings(sealing_key_path=path, sealing_key_create=True)
    sealed = sealing_of(settings).seal("secret", about="row")
    assert path.stat().st_mode & 0o777 == 0o600
    assert sealing_of(settings).open(sealed, about="row") == "secret"
