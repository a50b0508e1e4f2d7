"""Reserved usernames."""

import re

import pytest
from contracts.rules.fields import username
from hypothesis import given
from hypothesis import strategies as st
from identity.accounts.rules import RESERVED_USERNAMES, is_reserved, username_candidates

ID = "0199c0de-0000-7000-8000-0123456789ab"


def test_reserved_words_are_refused_in_every_dress() -> None:
    for word in (
        "admin",
        "Admin",
        "sign_in",
        "sign-in",
        "SIGN-IN",
        "_admin_",
        "-admin-",
        "None",
        "___",
        "-_-",
    ):
        assert is_reserved(word), word


def test_ordinary_names_pass() -> None:
    for word in ("XX", "xadminx", "nadia_kessler", "admin_of_my_life", "p2p", "Ivo", "the-house"):
        assert not is_reserved(word), word


def test_every_first_word_of_a_web_route_is_reserved() -> None:
    routes = """home mobile_home p my_account my_profile my_services my_ratings my_posts alerts my_bookmarks
    my_circle my_trusted_brands my_settings blocked_accounts delete_account starter_preferences message
    sign_out change_password schedule_manager guest_client search feed sign_in sign_up forgot_password
    reset_password confirm_account onboard_username onboard_service_provider appointment_booking_settings
    appointment_finance_settings user_request privacy_policy""".split()  # noqa: SIM905
    assert set(routes) <= RESERVED_USERNAMES


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("Nadia Kessler", "nadia_kessler", "nadia_kessler_2"),
        ("  José O'Brien & Søn ", "jose_o_brien_son", "jose_o_brien_son_2"),
        ("Zoë Łódzka", "zoe_lodzka", "zoe_lodzka_2"),
        ("Straße 9", "strasse_9", "strasse_9_2"),
        ("Admin", "admin_2", "admin_3"),
        ("Bo", "bo_provider_2", "bo_provider_3"),
        ("نادية", "provider_2", "provider_3"),
        ("x" * 60, "x" * 40, "x" * 38 + "_2"),
    ],
)
def test_a_username_is_made_from_the_name(name: str, first: str, second: str) -> None:
    assert list(username_candidates(name, ID))[:2] == [first, second]


@given(st.text(max_size=120))
def test_every_candidate_may_be_taken_and_none_comes_twice(name: str) -> None:
    candidates = list(username_candidates(name, ID))
    assert len(set(candidates)) == len(candidates)
    for candidate in candidates:
        assert re.fullmatch("[a-z0-9_]{3,40}", candidate)
        assert username.read(candidate) == candidate
        assert not is_reserved(candidate)
    assert candidates[-1].endswith("_0123456789ab")
