"""Who is one client, and what the file of clients may contain."""

import itertools
from typing import Any

import pytest
from booking.clients.rules import NewPerson, csv_file, entries, joined_note, joined_tags


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


def test_the_file_is_that_of_rfc_4180_with_a_byte_order_mark() -> None:
    written = csv_file(("name", "note"), [('Ana "Ann", Ó', "two\nlines")])
    assert written == b'\xef\xbb\xbfname,note\r\n"Ana ""Ann"", \xc3\x93","two\nlines"\r\n'
