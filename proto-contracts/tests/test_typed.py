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
        ("0049(0)30 1234567", "49301234567"),
        ("+49(0) 30 1234567", "49301234567"),
        ("+49 [0] 30 1234567", "49301234567"),
        ("+49 030 1234567", "49301234567"),
        ("0049 030 1234567", "49301234567"),
        ("+49030/1234567", "49301234567"),
        ("+33 06 12 34 56 78", "33612345678"),
        ("+44 07700 900123", "447700900123"),
        ("+39 06 1234567", "39061234567"),
        ("+225 07 12 34 56 78", "2250712345678"),
        ("4915123456789.0", "4915123456789"),
        ("+4915123456789.00", "4915123456789"),
        ("4915123456789,0", "4915123456789"),
        ("01.23.45.67.80", "0123456780"),
        ("\u202a+49 151 23456789\u202c", "4915123456789"),
        ("\u200e+49\u00ad151\u200b23456789", "4915123456789"),
        ("\uff0b49 151 23456789", "4915123456789"),
        ("", ""),
    ],
)
def test_a_number_is_kept_as_its_digits(typed: str, kept: str) -> None:
    assert client_phone.read(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "call me",
        "12-34",
        "4.9E+11",
        "4.91512E+12",
        "4915123456789.5,0",
        "030 1234567 or 0170 1234567",
        "1" * 17,
    ],
)
def test_what_is_no_number_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match=r"numbers|length"):
        client_phone.read(typed)


def test_names_are_one_line() -> None:
    assert client_name.read(" Ana\n  López ") == "Ana López"
    assert client_file_name.read("../../etc/passwd\n") == "etc passwd"
    assert client_file_name.read('a"b:c?.pdf') == "a b c .pdf"
