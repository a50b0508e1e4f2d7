"""By which words the columns of a file are known, in the languages of the product. Pure."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final, Literal

Column = Literal["name", "given", "family", "email", "phone"]

_WORDS: Final[dict[Column, tuple[str, ...]]] = {
    "name": (
        "name", "full name", "display name", "client", "client name", "customer", "customer name", "kunde",
        "kundin", "kundenname", "vollständiger name", "nom", "nom complet", "nom du client", "nombre",
        "nombre completo", "nombre del cliente", "cliente", "nome", "nome completo", "nome do cliente",
        "الاسم", "اسم", "الاسم الكامل", "اسم العميل", "العميل",
    ),
    "given": (
        "first name", "given name", "vorname", "prénom", "nombre de pila", "primer nombre", "primeiro nome",
        "nome próprio", "الاسم الأول",
    ),
    "family": (
        "last name", "surname", "family name", "nachname", "familienname", "nom de famille", "apellido",
        "apellidos", "sobrenome", "apelido", "اسم العائلة", "اللقب", "الاسم الأخير",
    ),
    "email": (
        "email", "e-mail", "mail", "email address", "e-mail address", "mail address", "e-mail 1 - value",
        "e-mail-adresse", "emailadresse", "mailadresse", "courriel", "adresse e-mail", "adresse email",
        "adresse mail", "adresse électronique", "correo", "correo electrónico", "dirección de correo",
        "endereço de e-mail", "endereço de email", "correio eletrónico", "correio eletrônico",
        "البريد الإلكتروني", "البريد", "بريد إلكتروني", "الإيميل", "إيميل",
    ),
    "phone": (
        "phone", "phone number", "telephone", "telephone number", "mobile", "mobile number", "mobile phone",
        "cell", "cell phone", "tel", "phone 1 - value", "telefon", "telefonnummer", "handy", "handynummer",
        "mobil", "mobilnummer", "mobiltelefon", "téléphone", "numéro de téléphone", "portable",
        "téléphone portable", "teléfono", "número de teléfono", "móvil", "celular", "telefone",
        "número de telefone", "telemóvel", "الهاتف", "هاتف", "رقم الهاتف", "الجوال", "رقم الجوال", "الموبايل",
        "موبايل",
    ),
}  # fmt: skip
_NO_WORD: Final = re.compile(r"[\W_]+")


def folded(text: str) -> str:
    """The text in small letters, without accents and marks, words with one space between."""
    plain = "".join(
        each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each)
    )
    return _NO_WORD.sub(" ", plain).strip()


_BY_WORD: Final[dict[str, Column]] = {
    folded(word): column for column, words in _WORDS.items() for word in words
}


def columns_of(header: Sequence[str]) -> dict[Column, int]:
    """At which place each column stands; of two that mean the same the first counts."""
    found: dict[Column, int] = {}
    for place, cell in enumerate(header):
        column = _BY_WORD.get(folded(cell))
        if column is not None:
            found.setdefault(column, place)
    return found


def has_names(columns: dict[Column, int]) -> bool:
    """Whether clients can be named by these columns."""
    return not columns.keys().isdisjoint(("name", "given", "family"))
