"""What becomes of typed numbers and names before they are checked."""

import pytest
from contracts.rules.fields import client_file_name, client_name, client_phone


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("+49 (0)170 123-456", "49170123456"),
        ("+49 (0) 170 123-456", "49170123456"),
        ("0049/170.123456", "49170123456"),
        ("(030) 123 45 67", "0301234567"),
        ("٠١٢٣٤٥٦", "0123456"),
        ("", ""),
    ],
)
def test_a_number_is_kept_as_its_digits(typed: str, kept: str) -> None:
    assert client_phone.read(typed) == kept


@pytest.mark.parametrize("typed", ["call me", "12-34", "030 1234567 or 0170 1234567", "1" * 17])
def test_what_is_no_number_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match=r"numbers|length"):
        client_phone.read(typed)


def test_names_are_one_line() -> None:
    assert client_name.read(" Ana\n  López ") == "Ana López"
    assert client_file_name.read("../../etc/passwd\n") == "etc passwd"
    assert client_file_name.read('a"b:c?.pdf') == "a b c .pdf"
