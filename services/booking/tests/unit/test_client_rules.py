"""Who is one client, and what the file of clients may contain."""

import csv
import io
import itertools
from typing import Any

import pytest
from booking.clients.rules import NewPerson, csv_file, entries, joined_note, joined_tags
from booking.clients.schemas import ClientLine, Spent
from booking.clients.serializers import COLUMNS, csv_row
from booking.clients.spreadsheet_cells import as_meant
from hypothesis import example, given
from hypothesis import strategies as st


def person(name: str, **values: Any) -> NewPerson:
    known: dict[str, Any] = {"account_id": "", "name": name, "email": "", "address": "", "known": None}
    return NewPerson(person=name, **(known | values))


def grouped(*found: NewPerson) -> list[tuple[str, ...]]:
    numbers = itertools.count()
    return [entry.persons for entry in entries(found, lambda: f"new-{next(numbers)}")]


def test_people_with_one_proven_address_are_one_client() -> None:
    guest = person("gus@example.com", address="gus@example.com")
    account = person("a1", account_id="a1", address="gus@example.com", email="Gus@example.com")
    assert grouped(guest, account) == [("gus@example.com", "a1")]
    [entry] = entries([guest, account], lambda: "new")
    assert (entry.account_id, entry.name, entry.email) == ("a1", "a1", "gus@example.com")


def test_an_address_that_is_not_proven_makes_nobody_one_client() -> None:
    guest = person("gus@example.com", address="gus@example.com")
    account = person("a1", account_id="a1", email="gus@example.com")
    other = person("a2", account_id="a2", email="gus@example.com")
    assert grouped(guest, account, other) == [("gus@example.com",), ("a1",), ("a2",)]


def test_who_is_known_by_another_order_is_no_new_client() -> None:
    [entry] = entries([person("a1", account_id="a1", address="x@y.z", known="c1")], lambda: "new")
    assert (entry.client_id, entry.is_new, entry.persons) == ("c1", False, ("a1",))


def test_nothing_that_was_written_of_two_clients_is_lost() -> None:
    assert joined_note("Likes tea", "Has a dog") == "Likes tea\n\nHas a dog"
    assert (joined_note("", "b"), joined_note("a", "")) == ("b", "a")
    assert joined_tags(["Regular", "new"], ["regular", "VIP"]) == ["Regular", "new", "VIP"]


@pytest.mark.parametrize("cell", ["=1+1", "+491234", "-2", "@SUM(A1)", "\tx", "\r=1"])
def test_no_cell_is_computed_by_a_spreadsheet(cell: str) -> None:
    written = csv_file(("name",), [(cell,)]).decode("utf-8-sig")
    assert written.removeprefix("name\r\n").lstrip('"').startswith("'" + cell[0])


SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫"
SEPARATORS = ",;\t"


def cells_of(written: bytes, separator: str) -> list[str]:
    """The cells as a spreadsheet sees them that separates by this character."""
    text = written.decode("utf-8-sig")
    return [cell for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator) for cell in row]


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize(
    "cell",
    [
        "{}1+1",
        "Ann;{}1+1",
        "Ann; {}1",
        "Ann\t{}1",
        "Ann\n{}1",
        'Ann;"{}1"',
        "Ann;;\n{}1",
        " {}1",
        '"{}1',
        "x;\u200b{}1",
    ],
)
def test_no_part_of_a_cell_is_computed_wherever_it_is_split(cell: str, sign: str, separator: str) -> None:
    for row in ((cell.format(sign), "Ann"), ("Ann", cell.format(sign)), ('say "hi", Ann', cell.format(sign))):
        for found in cells_of(csv_file(("name", "tags"), [row]), separator):
            assert not found.lstrip(" \u200b").startswith(tuple(SIGNS)), found


@given(st.text(st.sampled_from("a;\t\n\"' =+＝-,\u200b"), max_size=12))
@example("'=1")
@example("''=1")
@example("a;'=1;\n'-")
def test_what_a_file_of_clients_says_is_read_as_it_was_meant(cell: str) -> None:
    for separator in SEPARATORS:
        for found in cells_of(csv_file(("name",), [("Ann", cell)]), separator):
            assert not found.lstrip(" \u200b").startswith(tuple(SIGNS)), found
    assert as_meant(cells_of(csv_file(("name",), [(cell or "x",)]), ",")[1]) == (cell or "x")


def test_an_ordinary_cell_is_written_as_it_is() -> None:
    for cell in (
        "Anna-Lena O'Neill",
        "a+b@example.com",
        "VIP; new",
        "30-60",
        "1 = 1",
        "'s-Gravenhage",
        "2027-01-05T10:00:00Z",
    ):
        assert cells_of(csv_file(("name",), [(cell,)]), ",") == ["name", cell]


def test_no_tag_is_computed_and_no_amount_is_rounded() -> None:
    line = ClientLine(
        client_id="c", owner_id="", name="Ann", email="=a@example.com", phone="", username="", avatar="",
        is_guest=True, visits=0, no_shows=0, last_visit="", next_visit="",
        spent=[Spent(currency="EUR-DE", amount=1234567.89), Spent(currency="JPY-JP", amount=12_345_678)],
        tags=["VIP", "=1+1"], has_note=False,
    )  # fmt: skip
    written = dict(
        zip(COLUMNS, cells_of(csv_file(COLUMNS, [csv_row(line)]), ",")[len(COLUMNS) :], strict=True)
    )
    assert written["tags"] == "VIP; '=1+1"
    assert written["email"] == "'=a@example.com"
    assert written["spent"] == "1234567.89 EUR; 12345678 JPY"


def test_the_file_is_that_of_rfc_4180_with_a_byte_order_mark() -> None:
    written = csv_file(("name", "note"), [('Ana "Ann", Ó', "two\nlines")])
    assert written == b'\xef\xbb\xbfname,note\r\n"Ana ""Ann"", \xc3\x93","two\nlines"\r\n'
