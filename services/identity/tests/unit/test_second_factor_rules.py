"""Codes of authenticator apps by RFC 6238's own examples, recovery codes, and the encryption of secrets."""

from datetime import UTC, datetime, timedelta

import pytest
from chassis.http.callers import shown_lately
from chassis.key_files import sealing_keys
from chassis.sealing import Sealing
from cryptography.fernet import Fernet
from identity.passkeys.relying_party import RelyingParty, relying_party
from identity.second_factor.authenticator_app import seal, step_of, unseal
from identity.second_factor.rules import code_digest, is_app_code, new_recovery_codes, plain_code
from pydantic import SecretStr

RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # '12345678901234567890'


@pytest.mark.parametrize(
    ("seconds", "code"), [(1234567890, "005924"), (1111111109, "081804"), (2000000000, "279037")]
)
def test_codes_are_those_of_the_standard_for_a_step_on_either_side(seconds: int, code: str) -> None:
    at = datetime.fromtimestamp(seconds, UTC)
    for drift in (-30, 0, 30):
        assert step_of(RFC_SECRET, code, now=at + timedelta(seconds=drift)) == seconds // 30
    for drift in (-90, 90):
        assert step_of(RFC_SECRET, code, now=at + timedelta(seconds=drift)) is None
    assert step_of(RFC_SECRET, "é" * 6, now=at) is None


def test_recovery_codes_are_long_different_and_bear_how_people_type_them() -> None:
    codes = new_recovery_codes()
    assert len(set(codes)) == 10
    for code in codes:
        plain = plain_code(code)
        assert len(plain) == 24
        assert plain_code(f" {code.upper().replace('-', ' ')} ") == plain
        assert not is_app_code(plain)
        assert code_digest("one", plain) != code_digest("another", plain)
    assert is_app_code(plain_code("123 456"))
    assert not is_app_code("１２３４５６")


def test_a_secret_sealed_by_fernet_before_is_still_read() -> None:
    key = Fernet.generate_key()
    sealing = Sealing(sealing_keys(SecretStr(key.decode()), None, create=False))
    assert unseal(sealing, Fernet(key).encrypt(b"secret"), "account") == "secret"
    with pytest.raises(LookupError):
        unseal(sealing, Fernet(Fernet.generate_key()).encrypt(b"secret"), "account")
    sealed = seal(sealing, "secret", "account")
    assert unseal(sealing, sealed, "account") == "secret"
    with pytest.raises(LookupError):
        unseal(sealing, sealed, "another account")


def test_a_step_up_lasts_ten_minutes() -> None:
    now = datetime(2026, 3, 1, tzinfo=UTC)
    assert shown_lately(now - timedelta(minutes=10), now=now)
    assert not shown_lately(now - timedelta(minutes=10, seconds=1), now=now)
    assert not shown_lately(None, now=now)


def test_passkeys_belong_to_the_public_address_or_to_localhost() -> None:
    assert relying_party("https://openhours.example/") == RelyingParty(
        "openhours.example", "https://openhours.example"
    )
    local = RelyingParty("localhost", "http://localhost:8000")
    assert relying_party("http://127.0.0.1:8000") == relying_party("http://localhost:8000") == local
