"""The rules of the contract at their edges."""

import json
import time
import unicodedata
from typing import Annotated, Any

import pytest
from contracts import reference, rules
from contracts.rules import fields, messages, web_document
from contracts.rules.checks import NUMERIC, PATTERNS, SAFE_TEXT, stored_text
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, TypeAdapter, ValidationError

LENGTH = "The text length required for must be between {} and {}"


def refusal(kind: Any, value: object) -> str | None:
    """The sentence with which a value is refused, or None."""
    try:
        TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        return rules.message_for(error.errors()[0])
    return None


@pytest.mark.parametrize(
    ("kind", "shortest", "longest"),
    [
        (rules.Expertise, 3, 60),
        (rules.City, 3, 60),
        (rules.LocationAddress, 3, 150),
        (rules.Bio, 3, 500),
        (rules.ServiceName, 3, 150),
        (rules.PersonName, 3, 120),
        (rules.Username, 3, 40),
        (rules.MessageText, 1, 1000),
    ],
)
def test_length_of_a_required_text(kind: Any, shortest: int, longest: int) -> None:
    assert refusal(kind, "e" * shortest) is None
    if kind is not rules.Username:  # which takes no accents
        assert refusal(kind, "e\u0301" * longest + "  ") is None
    assert refusal(kind, "a" * (longest + 1)) == LENGTH.format(shortest, longest)
    if shortest > 1:
        assert refusal(kind, "a" * (shortest - 1)) == LENGTH.format(shortest, longest)
    for nothing in ("", "   ", "\n\t", None):
        assert refusal(kind, nothing) == "This Field cannot be empty"


@pytest.mark.parametrize(
    "name", ["José", "Zoë", "Łódź", "O'Brien", "St. John’s", "Food & Drink", "a/b, c", "محمد علي"]
)
def test_safe_text_takes_the_names_of_people_and_places(name: str) -> None:
    assert refusal(rules.Expertise, name) is None


@pytest.mark.parametrize("mark", [*'<>"`@#$%{}[]\\', "😀"])
def test_safe_text_refuses_markup(mark: str) -> None:
    assert refusal(rules.Expertise, f"abc{mark}") == messages.SAFE_INPUT


INVISIBLE = [
    "\u3164",
    "\uffa0",
    "\u115f",
    "\u1160",
    "\u200b",
    "\u2060",
    "\u2800",
    "\u034f",
    "\u180b",
    "\ufe0f",
]


@pytest.mark.parametrize("letter", [*INVISIBLE, "\u17b4", "\u00ad", "\U00013441", "\U00013442", "\u0301"])
@pytest.mark.parametrize(
    "name",
    [
        "person_name", "own_client_name", "client_name", "client_file_name", "client_tag", "service",
        "expertise", "skill", "tag", "perk", "city", "location_address", "place_name", "calendar_name",
        "message_text", "comment", "question_text", "question_option",
    ],
)  # fmt: skip
def test_a_name_or_a_required_text_can_be_seen(name: str, letter: str) -> None:
    kind = Annotated[str, vars(fields)[name]]
    for text in (letter * 3, f" {letter} {letter}{letter}"):
        assert refusal(kind, text) in {messages.SAFE_INPUT, messages.REQUIRED}
    assert refusal(kind, "한국어") is None


@pytest.mark.parametrize("letter", INVISIBLE[:4])
def test_a_name_holds_no_letter_that_looks_like_nothing(letter: str) -> None:
    """Two accounts would have names that look the same."""
    for name in (f"Anna{letter}", f"{letter}Anna", f"An{letter}na"):
        assert refusal(rules.PersonName, name) == messages.SAFE_INPUT


def test_control_characters_are_not_kept() -> None:
    assert TypeAdapter(rules.Bio).validate_python("a\x00b\x1bc\r\nd\u202b") == "abc\nd\u202b"


@given(st.text(max_size=80))
def test_what_is_stored_is_trimmed_in_nfc_and_stays_as_it_is(typed: str) -> None:
    try:
        stored = TypeAdapter(rules.Bio).validate_python(typed)
    except ValidationError:
        return
    assert stored == stored.strip()
    assert unicodedata.is_normalized("NFC", stored)
    assert TypeAdapter(rules.Bio).validate_python(stored) == stored
    stored.encode()


@pytest.mark.parametrize(
    ("phone", "message"),
    [
        ("123456", None),
        (123456, None),
        ("1" * 16, None),
        ("12345", LENGTH.format(6, 16)),
        ("1" * 17, LENGTH.format(6, 16)),
        ("+34123456", "This Field can only contain numbers"),
        ("١٢٣٤٥٦", "This Field can only contain numbers"),
        (True, "This Field can only contain numbers"),
        ("", "This Field cannot be empty"),
    ],
)
def test_contact_phone(phone: object, message: str | None) -> None:
    assert refusal(rules.ContactPhone, phone) == message


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("Peru-PE", "Peru-PE"),
        ("Nigeria", "Nigeria-NG"),
        ("spain-es", "spain-ES"),
        (" Guinea-Bissau-GW ", "Guinea-Bissau-GW"),
    ],
)
def test_country(typed: str, stored: str) -> None:
    assert TypeAdapter(rules.Country).validate_python(typed) == stored


def test_country_is_known_and_fits() -> None:
    assert refusal(rules.Country, "Peru") == LENGTH.format(6, 60)
    assert refusal(rules.Country, "Atlantis-ZZ") == messages.NOT_AN_OPTION
    assert refusal(rules.Country, "a" * 57 + "-PE") is None
    assert refusal(rules.Country, "a" * 58 + "-PE") == LENGTH.format(6, 60)
    for known in reference.countries().values():
        assert refusal(rules.Country, f"{known.countryName}-{known.countryCode}") is None
        if known.currencyCode:
            assert refusal(rules.Currency, f"{known.currencyCode}-{known.countryCode}") is None


def test_currency() -> None:
    assert TypeAdapter(rules.Currency).validate_python("eur-de") == "EUR-DE"
    assert refusal(rules.Currency, "E") == LENGTH.format(2, 6)
    assert refusal(rules.Currency, "EUR-DEU") == LENGTH.format(2, 6)
    assert refusal(rules.Currency, "ZZZ-DE") == messages.NOT_AN_OPTION
    assert rules.currency_code("EUR-DE") == "EUR"


@pytest.mark.parametrize(
    ("duration", "message"),
    [
        ("5", None),
        (30, None),
        (1435, None),
        ("", "The hour or min field is required"),
        (None, "The hour or min field is required"),
        ("0", messages.DURATION_STEP),
        ("1440", messages.DURATION_STEP),
        ("7", messages.DURATION_STEP),
        ("1h", "This Field can only contain numbers"),
    ],
)
def test_duration(duration: object, message: str | None) -> None:
    assert refusal(rules.DurationMinutes, duration) == message


@pytest.mark.parametrize(
    ("cost", "stored"), [("zero", 0), (0, 0), ("25", 25), (25, 25), (25.0, 25), ("9" * 12, 10**12 - 1)]
)
def test_cost(cost: object, stored: int) -> None:
    assert TypeAdapter(rules.Cost).validate_python(cost) == stored


@pytest.mark.parametrize(
    "cost", ["-1", -1, "12,5", "12.", -12.5, "1e5", float("inf"), float("nan"), [], "abc", True]
)
def test_cost_is_an_amount_in_plain_figures(cost: object) -> None:
    assert refusal(rules.Cost, cost) == "This Field can only contain numbers"


def test_cost_has_limits() -> None:
    assert refusal(rules.Cost, "") == "This Field cannot be empty"
    assert refusal(rules.Cost, "9" * 13) == "The maximum length required for this field is 12"
    assert refusal(rules.Cost, 10**30) == "This Field can only contain numbers"


@pytest.mark.parametrize(
    "address", ["a@b.co", "O'Brien+tag@mail.example.com", "x" * 64 + "@example.com", "A@EXAMPLE.ORG"]
)
def test_email(address: str) -> None:
    assert TypeAdapter(rules.Email).validate_python(address) == address.lower()


@pytest.mark.parametrize(
    "address",
    ["a", "a@b", "a@b.c", "@b.co", "a b@c.co", "a@b..co", ".a@b.co", "a.@b.co", "a..b@c.co",
     "a@b.co\nBcc: x@y.z", "<a@b.co>", "x" * 65 + "@example.com", "a@-b.co"],
)  # fmt: skip
def test_not_an_email(address: str) -> None:
    assert refusal(rules.Email, address) == "This Field can only contain valid emails. e.g name@example.com"


def test_password() -> None:
    assert refusal(rules.Password, "1234567") == "The minimum length required for this field is 8"
    assert refusal(rules.Password, "12345678") is None
    assert refusal(rules.Password, "1" * 129) == "The maximum length required for this field is 128"


def test_username_takes_spaces_as_underscores() -> None:
    assert TypeAdapter(rules.Username).validate_python("  My  Brand-1 ") == "My_Brand-1"
    assert refusal(rules.Username, "José") == messages.SAFE_INPUT


def test_lists_come_native_or_as_json() -> None:
    skills = TypeAdapter(rules.Skills)
    assert skills.validate_python(["a", " b ", "A", ""]) == ["a", "b"]
    assert skills.validate_python('["a", "b"]') == ["a", "b"]
    for nothing in ([], "[]", "", None, "{", "5", {}, 5, "[" * 100_000):
        assert refusal(rules.Skills, nothing) == "At least one data is required"
    assert refusal(rules.Skills, ["x" * 61]) == "The maximum length required for this field is 60"
    assert refusal(rules.Skills, [1]) == messages.NOT_TEXT
    assert refusal(rules.Languages, ["klingon"]) == messages.NOT_AN_OPTION


def test_a_list_without_bounds_is_refused_before_its_entries_are_read() -> None:
    """A request of half a megabyte may hold 250,000 entries, and each of them took its time."""
    for entries in ("[" + "0," * 250_000 + "0]", [0] * 250_000, ["a"] * 250_000):
        started = time.process_time()
        assert "maximum number of entries" in (refusal(rules.Tags, entries) or "")
        assert time.process_time() - started < 0.1


@pytest.mark.parametrize(
    "device",
    [
        "{}", {}, "no json", None, [], "9" * 5000, {"a": "x" * 5000},
        {"a": "\x00"}, {"\x00": 1}, {"a": ["\ud800"]}, '{"a": NaN}', {"a": 1e999}, {"a": {"b": 2**64}},
    ],
)  # fmt: skip
def test_device_data_never_refuses(device: object) -> None:
    assert TypeAdapter(rules.DeviceData).validate_python(device) == {}
    assert TypeAdapter(rules.DeviceData).validate_python('{"timezone": "UTC"}') == {"timezone": "UTC"}


def test_optional_texts() -> None:
    assert refusal(rules.ReportAdditional, "") is None
    assert refusal(rules.ReportAdditional, "ab") == LENGTH.format(3, 500)
    assert refusal(rules.ReviewFeedback, "1234567") == "The minimum length required for this field is 8"
    assert refusal(rules.Comment, "a" * 501) == "The maximum length required for this field is 500"
    assert refusal(rules.BookingFeedback, "a" * 301) == "The maximum length required for this field is 300"


@pytest.mark.parametrize("link", ["https://meet.example.com/a?b=c#d", "https://example.com:8443", ""])
def test_meeting_link(link: str) -> None:
    assert refusal(rules.MeetingLink, link) is None


@pytest.mark.parametrize(
    "link", ["http://example.com", "https://", "javascript:alert(1)", "https://a b.com", "x"]
)
def test_not_a_meeting_link(link: str) -> None:
    assert refusal(rules.MeetingLink, link) == "You have to provide a valid URL for the meeting link"


def test_every_pattern_is_the_rule_of_a_field() -> None:
    written: Any = web_document.document()
    fields = [
        *written["entries"].values(),
        *(each for call in written["calls"].values() for each in call.values()),
    ]
    assert {rule["rule"] for field in fields for rule in field} >= set(PATTERNS)


def test_generic_checks() -> None:
    assert not NUMERIC.passes("1.5")
    assert not SAFE_TEXT.passes("a\nb")


class Form(BaseModel):
    """A request with fields that only pydantic judges."""

    name: str = Field(max_length=3)
    number: int = Field(default=0, ge=0, le=100)
    flag: bool = False


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "This Field cannot be empty"),
        ({"name": None}, "This Field cannot be empty"),
        ({"name": 5}, messages.NOT_TEXT),
        ({"name": "abcd"}, "The maximum length required for this field is 3"),
        ({"name": "\ud800"}, messages.NOT_TEXT),
        ({"name": "a", "number": "x"}, "This Field can only contain numbers"),
        ({"name": "a", "number": 1.5}, "This Field can only contain numbers"),
        ({"name": "a", "number": -1}, "The smallest number for this field is 0"),
        ({"name": "a", "number": 101}, "The largest number for this field is 100"),
        ({"name": "a", "flag": "maybe"}, messages.NOT_AN_OPTION),
    ],
)
def test_pydantic_speaks_the_words_of_the_contract(body: object, message: str) -> None:
    assert refusal(Form, body) == message


@pytest.mark.parametrize("code", range(128))
def test_a_text_of_ascii_is_stored_as_any_other(code: int) -> None:
    typed = f"{chr(code)}a{chr(code)}b{chr(code)}"
    assert stored_text(typed) == stored_text(typed.replace("b", "bé")).replace("é", "")


def test_a_lone_surrogate_never_reaches_the_database() -> None:
    assert TypeAdapter(rules.Bio).validate_python(json.loads('"abc\\ud800d"')) == "abcd"


@pytest.mark.parametrize(
    ("typed", "stored"), [("a\rb\r\nc", "a\nb\nc"), ("ﬁne ①", "ﬁne ①"), ("e\u0301", "é"), (" \u00a0a\t", "a")]
)
def test_text_is_stored_as_it_was_meant(typed: str, stored: str) -> None:
    bio = TypeAdapter(rules.Comment)
    assert bio.validate_python(typed) == stored


def test_no_work_is_done_on_a_text_beyond_all_bounds() -> None:
    assert refusal(rules.Bio, "a" * 20_000) == LENGTH.format(3, 500)
    assert refusal(rules.Bio, " " * 20_001) == "The maximum length required for this field is 500"
    assert refusal(rules.Skills, '["' + "x" * 1_000_000 + '"]') == "At least one data is required"


def test_a_word_for_a_number_may_have_spaces_around_it() -> None:
    assert TypeAdapter(rules.Cost).validate_python(" zero ") == 0
    assert refusal(rules.Cost, "Zero") == "This Field can only contain numbers"


def test_the_parts_of_a_joined_form_are_mended_and_known() -> None:
    assert TypeAdapter(rules.Country).validate_python("Peru -pe") == "Peru-PE"
    assert TypeAdapter(rules.Country).validate_python("NIGERIA") == "Nigeria-NG"
    assert refusal(rules.Currency, "EUR-ZZ") == messages.NOT_AN_OPTION
    assert TypeAdapter(rules.Currency).validate_python("eur") == "EUR"


def test_nothing_typed_is_nothing_given() -> None:
    assert refusal(Form, {"name": "a", "number": ""}) == "This Field cannot be empty"
    assert rules.message_for({"type": "json_invalid", "input": ""}) == messages.NOT_VALID
