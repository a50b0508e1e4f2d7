"""Reserved usernames."""

from identity.accounts.rules import RESERVED_USERNAMES, is_reserved


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
