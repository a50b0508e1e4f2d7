"""Which passwords are accepted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from identity.passwords.fields import GivenPassword, NewPassword
from identity.passwords.rules import COMMON, LONGEST, PERSONAL, typed_password, weakness
from pydantic import BaseModel, ValidationError


class _Chosen(BaseModel):
    iv_password: NewPassword


class _Typed(BaseModel):
    iv_password: GivenPassword


@pytest.mark.parametrize(
    "common", ["password", "Password1", "12345678", "qwertyuiop", "iloveyou1", "aaaaaaaa"]
)
def test_common_passwords_are_refused(common: str) -> None:
    assert weakness(common) == COMMON


@pytest.mark.parametrize("guess", ["nadia.kessler", "NadiaKessler", "nadia.kessler@example.com"])
def test_name_and_address_are_refused(guess: str) -> None:
    assert weakness(guess, about=("Nadia Kessler", "nadia.kessler@example.com")) == PERSONAL


@pytest.mark.parametrize(
    ("password", "about", "weak"),
    [
        ("xyxyxyxyxyxy", (), True),
        ("xyzxyzxyzxyz", (), False),
        ("kess", ("Al Kess", "a@example.com"), True),
        ("kes", ("Al Kes", "a@example.com"), False),
        ("KESSLER", ("nadia kessler", ""), True),
        ("nadia kessler", ("Nadia Kessler", ""), True),
        ("kessler-nadia", ("Nadia Kessler", "nadia@example.com"), False),
    ],
)
def test_two_letters_or_a_name_of_four_are_too_easy(
    password: str, about: tuple[str, ...], weak: bool
) -> None:
    assert (weakness(password, about=about) is not None) is weak


def test_a_sentence_passes() -> None:
    assert weakness("small steps, strong backs", about=("Nadia Kessler", "n@example.com")) is None


@pytest.mark.parametrize(
    "bad", [None, "", "short", "        ", 12345678, ["a" * 9], "x" * (LONGEST + 1), "\x00" * 9, "\ud800" * 9]
)
def test_what_is_no_password_is_refused_and_not_repeated(bad: object) -> None:
    with pytest.raises(ValidationError):
        _Chosen.model_validate({"iv_password": bad})


@given(
    st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), min_size=1, max_size=LONGEST)
)
def test_any_text_can_be_typed_and_none_is_trimmed(typed: str) -> None:
    try:
        kept = _Typed(iv_password=typed).iv_password
    except ValidationError:
        return
    assert kept == typed_password(typed)
    assert kept.startswith(" ") == typed.startswith(" ")


def test_two_ways_to_type_one_letter_are_one_password() -> None:
    assert typed_password("cafe\u0301 au lait") == typed_password("caf\u00e9 au lait")
