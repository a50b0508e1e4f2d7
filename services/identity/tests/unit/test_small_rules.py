"""Rules of codes, links and preferences."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from identity.guests.rules import code_hash
from identity.mail_tokens.rules import TokenPurpose, digest_of, link_to, new_code, new_secret
from identity.preferences.rules import CHANNELS, KINDS, Channels, completed, merged

CHOICES = st.dictionaries(
    st.sampled_from(KINDS), st.dictionaries(st.sampled_from(CHANNELS), st.booleans()), max_size=len(KINDS)
)


def test_codes_are_six_digits_and_differ() -> None:
    codes = {new_code() for _ in range(200)}
    assert all(len(code) == 6 and code.isdigit() for code in codes)
    assert len(codes) > 150


def test_a_code_is_bound_to_its_guest() -> None:
    assert code_hash("g", "012345") == hashlib.sha256(b"g:012345").hexdigest()
    assert code_hash("g", "012345") != code_hash("h", "012345")


def test_links_lead_to_the_pages_of_the_web() -> None:
    assert link_to(TokenPurpose.RESET, "s", "https://o.test/") == "https://o.test/reset_password/s"
    assert link_to(TokenPurpose.CONFIRM, "s", "https://o.test") == "https://o.test/confirm_account/s"
    assert link_to(TokenPurpose.CONFIRM, "s", "https://o.testXX") == "https://o.testXX/confirm_account/s"
    secret = new_secret()
    assert len(secret) == 43
    assert secret.encode() not in digest_of(secret)


def test_the_secret_of_a_link_has_256_random_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []

    def token(length: int | None) -> str:
        asked.append(length)
        return "secret"

    monkeypatch.setattr("secrets.token_urlsafe", token)
    assert (new_secret(), asked) == ("secret", [32])


@given(CHOICES, CHOICES)
def test_a_change_of_preferences_wins_and_leaves_the_rest(before: Channels, change: Channels) -> None:
    after = completed(merged(before, change))
    for kind in KINDS:
        for channel in CHANNELS:
            expected = change.get(kind, {}).get(channel, before.get(kind, {}).get(channel, True))
            assert after[kind][channel] is expected
