"""What files of clients say, and what is made of each row."""

import csv
import io

import pytest
from booking.client_files.rules import kept_name
from booking.client_imports.cells import said
from booking.client_imports.columns import columns_of
from booking.client_imports.rules import (
    BROKEN,
    MOST_BYTES,
    MOST_ROWS,
    NO_HEADER,
    NO_ROWS,
    NOT_UTF8,
    SAME_ADDRESS,
    SAME_CLIENT,
    TOO_LARGE,
    Known,
    KnownClient,
    Row,
    Step,
    check_previewed,
    digest_of,
    planned,
    rows_of,
)
from chassis.errors import RuleViolation
from hypothesis import given
from hypothesis import strategies as st

HEADERS = {
    "English": "Full name,E-mail,Phone number",
    "German": "Name;E-Mail-Adresse;Telefon",
    "French": "Nom complet;Courriel;Téléphone",
    "Spanish": "Nombre;Correo electrónico;Móvil",
    "Portuguese": "NOME;E-mail;Telemóvel",
    "Arabic": "الاسم,البريد الإلكتروني,رقم الهاتف",
}
cells = st.text(
    st.characters(codec="utf-8", exclude_characters="\0\r\ufeff", exclude_categories=("Cs",)), max_size=20
)


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "marked"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_the_header_is_known_in_each_language(header: str, mark: str, line_end: str) -> None:
    between = ";" if ";" in header else ","
    lines = [header, between.join(("Ana", "ana@example.com", "030123456")), ""]
    assert rows_of((mark + line_end.join(lines)).encode()) == [Row(2, "Ana", "ana@example.com", "030123456")]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@given(names=st.lists(cells.filter(lambda name: name.strip() != ""), min_size=1, max_size=5))
def test_what_a_writer_of_csv_wrote_is_read_again(delimiter: str, names: list[str]) -> None:
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=delimiter)
    writer.writerow(["id", "Phone", "Name"])
    for name in names:
        writer.writerow(["7", "030", name])
    rows = rows_of(written.getvalue().encode())
    assert [row.name for row in rows] == [said(name, "name") for name in names]
    assert {row.phone for row in rows} == {"030"}


def test_first_and_last_names_are_one_name() -> None:
    assert rows_of(b"Vorname,Nachname,Mail\nAna,Lind,\n") == [Row(2, "Ana Lind", "", "")]
    assert rows_of("Nom,Prénom\nDupont,Jean\n".encode()) == [Row(2, "Jean Dupont", "", "")]
    assert rows_of(b"Nombre,Apellidos\nJuan,Mora\n") == [Row(2, "Juan Mora", "", "")]
    assert rows_of(b"Name,First name,Last name\nAna L.,Ana,Lind\n") == [Row(2, "Ana Lind", "", "")]


def test_lines_are_those_of_the_file() -> None:
    rows = rows_of(b'\nname,note,email\n"Ana\nLind","a\nb",a@x.org\n,,\nBea,"say ""hi""",\n')
    assert [(row.line, row.name) for row in rows] == [(3, "Ana\nLind"), (7, "Bea")]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", NO_HEADER),
        (b"a,b\n1,2\n", NO_HEADER),
        (b"email,phone\na@x.org,1\n", NO_HEADER),
        (b"name,email\n\n ,\n", NO_ROWS),
        ("name\nZoë\n".encode("latin-1"), NOT_UTF8),
        ("name\nZoë\n".encode("utf-16"), NOT_UTF8),
        (b"name\n\0\n", NOT_UTF8),
        (b'name\nAna\n"Bea\n', BROKEN.format(n=3)),
        (b'name\n"Bea"x\n', BROKEN.format(n=2)),
        (b"name\n" + b"x" * MOST_BYTES, TOO_LARGE),
        (b"name\n" + b"x\n" * (MOST_ROWS + 1), TOO_LARGE),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_beside_it(content: bytes, sentence: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        rows_of(content)
    assert refused.value.fields == {"iv_media_base": sentence}


def test_as_many_rows_as_are_allowed_are_taken() -> None:
    assert len(rows_of(b"name\n" + b"x\n" * MOST_ROWS)) == MOST_ROWS


def test_each_row_is_new_or_joins_or_is_refused() -> None:
    known = Known()
    known.add(KnownClient("ana", "Ana", "ana@x.org", ""), ["ana@x.org"])
    known.add(KnownClient("bea", "Bea", "bea@x.org", "030123456"), ["bea@x.org"])
    known.add(KnownClient("walk-in", "Zoë", "", ""), [])
    rows = [
        Row(2, "Ana L.", "ANA@x.org", "030 99 99 99"),
        Row(3, "Bea", "bea@x.org", "030777777"),
        Row(4, "bea", "", "030 123456"),
        Row(5, "ZOE", "", ""),
        Row(6, "Nobody", "nobody@x.org", ""),
        Row(7, "Again", "nobody@x.org", ""),
        Row(8, "", "x@x.org", ""),
        Row(9, "Cem", "no address", ""),
        Row(10, "Cem", "", "12"),
        Row(11, "Zoe", "", ""),
        Row(12, "Ana", "", ""),
    ]
    steps = planned(rows, known)
    assert [(step.outcome, step.client_id, step.field) for step in steps] == [
        ("joined", "ana", ""), ("unchanged", "bea", ""), ("unchanged", "bea", ""),
        ("unchanged", "walk-in", ""), ("new", "", ""), ("refused", "", "email"), ("refused", "", "name"),
        ("refused", "", "email"),
        ("refused", "", "phone"), ("refused", "", "name"), ("new", "", ""),
    ]  # fmt: skip
    assert [steps[5].reason, steps[9].reason] == [SAME_ADDRESS.format(n=6), SAME_CLIENT.format(n=5)]
    assert steps[0].row == Row(2, "Ana L.", "ana@x.org", "030999999")


def test_only_what_was_previewed_is_imported() -> None:
    new, other = (Step("new", Row(2, name, "", "")) for name in ("Ana", "Bea"))
    nothing = Step("unchanged", Row(2, "Ana", "", ""), client_id="ana")
    check_previewed([new], digest_of([new]), 0)
    check_previewed([nothing], digest_of([new]), 0)
    for preview in ("", digest_of([other]), digest_of([new, other])):
        with pytest.raises(RuleViolation):
            check_previewed([new], preview, 0)
    with pytest.raises(RuleViolation) as refused:
        check_previewed([new], digest_of([new]), 50_000)
    assert set(refused.value.fields) == {"iv_media_base"}


def test_columns_that_mean_the_same_count_once() -> None:
    assert columns_of(["Tel.", "Mobile", "Name"]) == {"phone": 0, "name": 2}


def test_kept_files_are_named_for_what_they_are() -> None:
    assert kept_name("scan.PNG", "picture") == "scan.jpg"
    assert kept_name("letter", "pdf") == "letter.pdf"
    assert kept_name("v1.2.pdf", "pdf") == "v1.2.pdf"
