"""The content of session data, and what a token of a login is worth."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

from identity.logins.rules import OVERLAP, ROTATIONS_AT_ONCE, Standing, may_rotate, rotated, standing_of
from identity.logins.schemas import LoginChecked
from identity.logins.service import RenewedLogin
from identity.session_data.rules import KnownAccount, LoginFacts, instant_text, session_data, shared_session

SPEC_KEYS = """accessToken accessTokenExpiry ownerId authId email phone avatar name username accountType
isAuthenticated onboardUsername onboardProfile requestAppointments serviceProvider autoVerification
manualVerification fav_category fav_services""".split()  # noqa: SIM905
FRESH = KnownAccount(
    account_id="a",
    email="n@example.com",
    name="Nadia",
    username=None,
    verified=False,
    requested_appointment=False,
    fav_category=["all"],
    fav_services=["all"],
    phone="",
    avatar="",
    profile_completed=False,
    manually_verified=False,
)
LOGIN = LoginFacts("l", "token", datetime(2026, 11, 23, 12, tzinfo=UTC))


def test_session_data_has_exactly_the_keys_of_the_contract() -> None:
    assert list(session_data(FRESH, LOGIN).model_dump()) == SPEC_KEYS


def test_the_answer_of_a_check_is_exactly_its_model() -> None:
    values = RenewedLogin(FRESH, LOGIN).values()
    assert LoginChecked.model_validate(values, strict=True).model_dump() == values


def test_a_fresh_account_is_an_unverified_client_with_nothing_done() -> None:
    shown = session_data(FRESH, LOGIN)
    assert (shown.accountType, shown.autoVerification, shown.manualVerification) == (
        "client",
        "unverified",
        "unverified",
    )
    assert not any(
        (shown.onboardUsername, shown.onboardProfile, shown.serviceProvider, shown.requestAppointments)
    )
    assert shown.isAuthenticated
    assert (shown.fav_category, shown.fav_services) == (["all"], ["all"])


def test_what_was_done_is_shown() -> None:
    done = replace(
        FRESH, username="nadia", verified=True, requested_appointment=True, phone="030123456",
        avatar="/media/a.webp", profile_completed=True, manually_verified=True,
        fav_category=["legal"], fav_services=["Notary"],
    )  # fmt: skip
    assert session_data(done, LOGIN).model_dump() == {
        "accessToken": "token", "accessTokenExpiry": "2026-11-23T12:00:00Z", "ownerId": "a", "authId": "l",
        "email": "n@example.com", "phone": "030123456", "avatar": "/media/a.webp", "name": "Nadia",
        "username": "nadia", "accountType": "provider", "isAuthenticated": True, "onboardUsername": True,
        "onboardProfile": True, "requestAppointments": True, "serviceProvider": True,
        "autoVerification": "verified", "manualVerification": "verified", "fav_category": ["legal"],
        "fav_services": ["Notary"],
    }  # fmt: skip
    assert session_data(replace(done, staff=True), LOGIN).accountType == "staff"


def test_what_every_login_of_an_account_shares_holds_nothing_of_one_login() -> None:
    whole = session_data(FRESH, LOGIN).model_dump(mode="json")
    shared = shared_session(FRESH)
    assert whole.keys() - shared.keys() == {"accessToken", "accessTokenExpiry", "authId"}
    assert shared == {name: whole[name] for name in shared}


def test_instants_are_utc_with_z() -> None:
    berlin = datetime(2026, 11, 23, 13, tzinfo=timezone(timedelta(hours=1)))
    assert instant_text(berlin) == "2026-11-23T12:00:00Z"


NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


def test_a_replaced_token_holds_until_the_overlap_ends_and_one_from_ahead_is_unknown() -> None:
    rotations = rotated([], 2, now=NOW)
    assert standing_of(2, 2, rotations, now=NOW) is Standing.CURRENT
    assert standing_of(3, 2, rotations, now=NOW) is Standing.UNKNOWN
    assert standing_of(1, 2, rotations, now=NOW) is Standing.OVERLAPPING
    assert standing_of(1, 2, rotations, now=NOW + OVERLAP) is Standing.REPLACED
    assert standing_of(1, 2, [], now=NOW) is Standing.REPLACED


def test_only_so_many_refreshes_within_the_overlap_begin_a_generation() -> None:
    rotations: list[list[float]] = []
    for generation in range(2, ROTATIONS_AT_ONCE + 2):
        assert may_rotate(rotations, now=NOW)
        rotations = rotated(rotations, generation, now=NOW)
    assert not may_rotate(rotations, now=NOW)
    assert may_rotate(rotations, now=NOW + OVERLAP)
