"""Rules of time zones, avatars, services and moderation."""

import pytest
from contracts.events.profiles import ReportType
from hypothesis import given
from hypothesis import strategies as st
from profiles.avatar.rules import has_renditions, key_of, keys_of, path_of
from profiles.drawn_avatar.drawing import NOBODY, drawn, drawn_path
from profiles.moderation.rules import Action, applies, outcome_of
from profiles.profile.rules import initials_of, zone_of
from profiles.services.rules import Request, Status, next_status


@pytest.mark.parametrize(
    ("typed", "device", "stored", "first", "kept"),
    [
        ("Europe/Madrid", None, "UTC", True, "Europe/Madrid"),
        ("Europe/Madrid", "America/Lima", "Asia/Tokyo", False, "Europe/Madrid"),
        ("Mars/Olympus", "Europe/Madrid", "UTC", True, None),
        ("right/Europe/Madrid", "Europe/Madrid", "UTC", True, None),
        ("", "America/Lima", "UTC", True, "America/Lima"),
        ("", "America/Lima", "Asia/Tokyo", False, "Asia/Tokyo"),
        ("", "nowhere", "Asia/Tokyo", True, "Asia/Tokyo"),
        ("", ["a", "list"], "", True, "UTC"),
    ],
)
def test_which_zone_is_kept(typed: str, device: object, stored: str, first: bool, kept: str | None) -> None:
    assert zone_of(typed, device, stored, first_time=first) == kept


@pytest.mark.parametrize(
    ("name", "username", "initials"),
    [
        ("Nadia Kessler", "", "NK"),
        ("Ana María de la Cruz", "", "AC"),
        ("Zoë", "", "Z"),
        ("Ana María Cruz", "", "AC"),
        ("ßa ßb", "", "SS"),
        ("", "acme_tools", "AT"),
        ("...", "", ""),
        ("ßharp", "", "SS"),
    ],
)
def test_initials(name: str, username: str, initials: str) -> None:
    assert initials_of(name, username) == initials


@given(st.text(max_size=40), st.text(max_size=40))
def test_whoever_it_is_there_is_a_picture(name: str, username: str) -> None:
    initials = initials_of(name, username)
    assert drawn(initials or NOBODY).startswith("<svg")
    assert drawn_path(initials).startswith("/media/avatars/drawn/")


@pytest.mark.parametrize("odd", ["<b", "abc", "", "a&"])
def test_only_initials_are_drawn(odd: str) -> None:
    with pytest.raises(ValueError, match="no initials"):
        drawn(odd)


def test_where_a_picture_is_kept() -> None:
    key = key_of("one", b"picture")
    assert key != key_of("two", b"picture")
    assert key == key_of("one", b"picture")
    assert keys_of(f"/media/{key}.webp") == [f"{key}.webp", f"{key}.jpg"]
    assert not has_renditions(f"/media/{key}.webp")
    assert has_renditions(path_of(key))
    files = [f"{width}.{kind}" for width in (96, 192, 300) for kind in ("avif", "webp")]
    assert keys_of(path_of(key)) == [*(f"{key}-{name}" for name in files), f"{key}-300.jpg"]
    assert keys_of("") == []


STATUSES: tuple[Status, ...] = ("active", "archived", "deleted")
REQUESTS: tuple[Request, ...] = ("service_restore", "service_archive", "service_delete")


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("request_type", REQUESTS)
def test_the_life_of_a_service(status: Status, request_type: Request) -> None:
    assert next_status(status, request_type) == {
        ("active", "service_archive"): "archived",
        ("active", "service_delete"): "deleted",
        ("archived", "service_restore"): "active",
        ("archived", "service_delete"): "deleted",
    }.get((status, request_type))


@pytest.mark.parametrize("report_type", ["posts", "appointments", "messages"])
def test_only_a_post_can_be_hidden(report_type: ReportType) -> None:
    assert applies("hide_post", report_type) is (report_type == "posts")
    assert applies("dismiss", report_type)
    assert applies("warn", report_type)
    assert applies("suspend_account", report_type)


def test_a_reporter_hears_whether_something_was_done_and_not_what() -> None:
    actions: tuple[Action, ...] = ("warn", "hide_post", "suspend_account")
    assert {outcome_of(action) for action in actions} == {"action_taken"}
    assert outcome_of("dismiss") == "no_action"
