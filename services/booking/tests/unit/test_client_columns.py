"""What the columns and cells of a file of clients mean, whichever program wrote it."""

import csv
import io

import pytest
from booking.client_imports.columns import use_of
from booking.client_imports.rules import TOO_WIDE, Known, Row, client_file, planned, rows_of
from chassis.errors import RuleViolation


@pytest.mark.parametrize(
    "text",
    [
        "First Name,Last Name,E-mail 1 - Value,Phone 1 - Value\r\nAnna,Muster,{mail},{number} ::: 030\r\n",
        "First Name,Last Name,Email 1,Phone 1\r\nAnna,Muster,{mail},'{number}\r\n",
        "Name,Email,Phone\r\nAnna Muster,{mail},\u202a{number}\u202c\r\n",
        "sep=;\r\nName;E-Mail;Telefon\r\nAnna Muster;{mail};{number}\r\n",
        "\ufeffSEP=|\nName|E-Mail|Telefon\nAnna Muster|{mail}|{number}\n",
        '"sep=\t"\nName\tE-Mail\tTelefon\nAnna Muster\t{mail}\t{number}\n',
        "Name,Mobile Number,Telephone,Email\nAnna Muster,,{number},{mail}\n",
        "Name,Email 1,Email 2,Phone (mobile),Phone (home)\nAnna Muster,,{mail},{number},030 1234567\n",
        "First Name,Vorname,Surname,Nachname,Mail,Tel\n,Anna,Muster,,{mail},{number}\n",
        'Name,Email,Phone\nAnna Muster,{mail},="{number}"\n',
        'Name,Email,Phone\n"=""Anna Muster""",\u200e{mail}\u200f,"=""{number}"""\n',
        "Name,Email,Phone 1 - Type,Phone 1 - Value\nAnna Muster, ::: {mail} ::: a@x.org,Mobile,{number}\n",
        "Nom,Courriel,Téléphone fixe,Téléphone portable\nAnna Muster,{mail},-,{number}\n",
        "Name,Email,Home Phone,Mobile Phone\nAnna Muster,mailto:{mail},\u00a0\u200b,{number}\n",
    ],
    ids=lambda text: text.partition("\n")[0].strip(),
)
def test_each_program_writes_the_same_client(text: str) -> None:
    mail, number = "anna@example.com", "+49 151 23456789"
    [row] = rows_of(text.format(mail=mail, number=number).encode())
    assert row == Row(row.line, "Anna Muster", mail, number)


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("4915123456789.0", "4915123456789"),
        ("0049(0)30 1234567", "49301234567"),
        ('="030123456"', "030123456"),
    ],
)
def test_a_number_keeps_its_digits(cell: str, number: str) -> None:
    text = io.StringIO()
    csv.writer(text).writerows([["Name", "Phone"], ["Anna", cell]])
    [step] = planned(rows_of(text.getvalue().encode()), Known())
    assert (step.outcome, step.row.phone) == ("new", number)


@pytest.mark.parametrize(
    ("header", "use"),
    [
        *((each, "email") for each in ("Email 1", "E-mail2", "E-mail 2 Address", "Work e-mail",
          "Kunden-E-Mail", "E-Mail (privat)", "Adresse e-mail 1", "Correo electrónico 2",
          "البريد الإلكتروني 1")),
        *((each, "phone") for each in ("Phone 1", "Phone1", "Phone (mobile)", "Phone - Home", "Client phone",
          "Mobile (private)", "2. Telefon", "Telefon geschäftlich", "Tél. mobile", "Telefone celular 1",
          "Número de teléfono (casa)", "هاتف العمل", "Phone No.", "Cell #", "Primary Phone Number")),
        ("Client First Name", "given"), ("Customer name", "name"), ("Name 1", "name"),
        ("Apellido 1", "family"),
        *((each, "unused") for each in ("Phone 1 - Type", "E-mail 1 - Label", "Email opt-in", "Birthday", "",
          "Emergency contact phone", "Business Fax", "Phone country code", "Apellido 2", "Name 2", "No",
          "Home", "Phone " * 1000)),
    ],
)  # fmt: skip
def test_a_column_is_known_by_the_words_of_its_name(header: str, use: str) -> None:
    assert use_of(header) == use


def test_what_a_column_is_used_for_can_be_said_by_hand() -> None:
    content = b"Klient,Kontakt,Memo,Phone\nAnna,030123456,x,0401234567\nBea,,y,\n"
    with pytest.raises(RuleViolation):
        client_file(content)
    file = client_file(content, ["name", "phone"])
    assert [(each.name, each.used_for, each.example) for each in file.columns] == [
        ("Klient", "name", "Anna"), ("Kontakt", "phone", "030123456"), ("Memo", "unused", "x"),
        ("Phone", "unused", "0401234567"),
    ]  # fmt: skip
    assert file.rows == [Row(2, "Anna", "", "030123456"), Row(3, "Bea", "", "")]
    both = client_file(content, ["name", "unused", "unused", "phone"])
    assert [row.phone for row in both.rows] == ["0401234567", ""]
    with pytest.raises(RuleViolation):
        client_file(content, ["unused", "phone", "email", "phone"])


@pytest.mark.parametrize("content", [b"name" + b"," * 900_000 + b"\nx\n", b"name,email\n" + b"," * 900_000])
def test_a_file_with_too_many_columns_is_refused(content: bytes) -> None:
    with pytest.raises(RuleViolation) as refused:
        rows_of(content)
    line = 1 + (content.index(b"\n") < 20)
    assert refused.value.fields == {"iv_media_base": TOO_WIDE.format(n=line)}
