"""By which words the columns of a file are known, in the languages of the product. Pure."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import compress
from operator import not_
from typing import Final, Literal, get_args

Column = Literal["name", "given", "family", "email", "phone"]
COLUMNS: Final[tuple[Column, ...]] = get_args(Column)
Use = Literal[Column, "unused"]
"""What a column of a file is used for."""
USES: Final[tuple[Use, ...]] = (*COLUMNS, "unused")

_WORDS: Final[dict[Column, tuple[str, ...]]] = {
    "name": (
        "name", "full name", "display name", "client", "client name", "customer", "customer name", "kunde",
        "kundin", "kundenname", "vollständiger name", "anzeigename", "nom", "nom complet", "nom du client",
        "nombre", "nombre completo", "nombre del cliente", "cliente", "nome", "nome completo",
        "nome do cliente", "الاسم", "اسم", "الاسم الكامل", "اسم العميل", "العميل",
    ),
    "given": (
        "first name", "firstname", "given name", "forename", "vorname", "prénom", "nombre de pila",
        "primer nombre", "primeiro nome", "nome próprio", "الاسم الأول",
    ),
    "family": (
        "last name", "lastname", "surname", "family name", "nachname", "familienname", "nom de famille",
        "apellido", "apellidos", "sobrenome", "apelido", "اسم العائلة", "اللقب", "الاسم الأخير",
    ),
    "email": (
        "email", "mail", "email address", "mail address", "email adresse", "emailadresse", "mailadresse",
        "courriel", "adresse email", "adresse mail", "adresse électronique", "adresse de courriel", "correo",
        "correo electrónico", "dirección de correo", "dirección de correo electrónico",
        "endereço de email", "correio eletrónico", "correio eletrônico", "البريد الإلكتروني", "البريد",
        "بريد إلكتروني", "الإيميل", "إيميل", "عنوان البريد الإلكتروني",
    ),
    "phone": (
        "phone", "phone number", "telephone", "telephone number", "mobile", "mobile number", "mobile phone",
        "cell", "cellphone", "cell phone", "landline", "tel", "telefon", "telefonnummer", "telefonnr",
        "rufnummer", "handy", "handynummer", "handynr", "mobil", "mobilnummer", "mobiltelefon", "mobilfunk",
        "mobilfunknummer", "festnetz", "festnetznummer", "téléphone", "numéro de téléphone", "numéro de tél",
        "portable", "numéro de portable", "teléfono", "número de teléfono", "móvil", "número de móvil",
        "celular", "número de celular", "telefone", "número de telefone", "telemóvel", "fone", "الهاتف",
        "هاتف", "رقم الهاتف", "الجوال", "رقم الجوال", "الموبايل", "موبايل", "رقم الموبايل", "المحمول",
        "رقم المحمول",
    ),
}  # fmt: skip
_OF_WHOM: Final = (
    "client", "customer", "contact", "patient", "guest", "member", "clients", "kunde", "kundin", "kunden",
    "kontakt", "gast", "cliente", "contacto", "contato", "العميل",
)  # fmt: skip
"""Words that say whose column it is; its meaning stays the same."""
_WHICH_ONE: Final = (
    "home", "work", "business", "office", "private", "personal", "primary", "secondary", "second", "main",
    "default", "other", "alternative", "alternate", "additional", "preferred", "value", "number", "no", "nr",
    "num", "privat", "geschäftlich", "dienstlich", "beruflich", "arbeit", "zuhause", "büro", "haupt",
    "primär", "sekundär", "weitere", "sonstige", "andere", "nummer", "domicile", "maison", "travail",
    "bureau", "professionnel", "pro", "personnel", "personnelle", "professionnelle", "privé", "principal",
    "principale", "secondaire", "autre", "fixe", "numéro", "casa", "trabajo", "oficina", "particular",
    "secundario", "otro", "fijo", "número", "residencial", "comercial", "trabalho", "pessoal", "secundário",
    "outro", "fixo", "de", "do", "da", "du", "المنزل", "العمل", "الشخصي", "الرئيسي", "آخر", "رقم",
)  # fmt: skip
"""Words that say which one of several numbers or addresses a column holds."""
_OF_ONE: Final[frozenset[Column]] = frozenset({"name", "given", "family"})
"""Of these a client has one."""
_NO_WORD: Final = re.compile(r"[\W_]+")
_COUNTED: Final = re.compile(r"(?<=[^\W\d])(?=\d)")
_LONGEST_NAME: Final = 200
"""Of a column: what is longer means nothing that is known."""


def folded(text: str) -> str:
    """The text in small letters, without accents and marks, words with one space between."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(compress(parts, map(not_, map(unicodedata.combining, parts))))
    return _NO_WORD.sub(" ", plain).strip()


_BY_WORD: Final[dict[str, Column]] = {
    folded(word): column for column, words in _WORDS.items() for word in words
}
_WHOSE: Final = frozenset(map(folded, _OF_WHOM))
_NARROWER: Final = frozenset(map(folded, _WHICH_ONE))


def use_of(header: str) -> Use:
    """For what a column of this name is used (product.md 4.17): 'Email 1' and 'Phone (mobile)' are known."""
    if len(header) > _LONGEST_NAME:
        return "unused"
    counted = _COUNTED.sub(" ", folded(header).replace("e mail", "email")).split()
    words = [word for word in counted if not word[0].isdecimal()]
    of_nobody = [word for word in words if word not in _WHOSE]
    known = _BY_WORD.get(" ".join(words)) or _BY_WORD.get(" ".join(of_nobody))
    if known in _OF_ONE and not {*counted} - {*words} <= {"1"}:
        return "unused"  # a second name or surname, not another spelling of the first
    return known or _of_several(of_nobody)


def _of_several(words: Sequence[str]) -> Use:
    """What one of several columns is used for: each word means it, or says which one of them it is."""
    plain = " ".join(word for word in words if word not in _NARROWER)
    whole = _BY_WORD.get(plain)
    meant: set[Column | None] = {whole} if whole else {_BY_WORD.get(word) for word in plain.split()}
    only = meant.pop() if len(meant) == 1 else None
    return only if only and only not in _OF_ONE else "unused"


def columns_of(header: Sequence[str]) -> dict[Column, int]:
    """At which place each kind of column stands first."""
    found: dict[Column, int] = {}
    for place, cell in enumerate(header):
        use = use_of(cell)
        if use != "unused":
            found.setdefault(use, place)
    return found


def has_names(uses: Sequence[Use]) -> bool:
    """Whether clients can be named by columns of these uses."""
    return not {"name", "given", "family"}.isdisjoint(uses)
