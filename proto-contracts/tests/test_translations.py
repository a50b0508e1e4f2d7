"""Every sentence that a person may be answered exists in every language (product.md 8.3)."""

import re
from functools import cache

import pytest
from babel import Locale
from contracts.rules import messages
from contracts.rules.translations import LOCALES, translated
from contracts.rules.translations.catalogue import catalogue_of
from contracts.rules.web_document import document, translations
from generate.spoken_sentences import skeleton, spoken

PLACEHOLDER = re.compile(r"\{\w+\}")


@cache
def said_sentences() -> dict[str, str]:
    """Every sentence of the services and the gateway, and where it stands: read once for all languages."""
    return spoken()


def forms(said: str | dict[str, str]) -> list[str]:
    """The forms of a translation: one, or one for each plural category."""
    return [said] if isinstance(said, str) else list(said.values())


@pytest.mark.parametrize("language", LOCALES)
def test_every_sentence_of_the_services_and_the_gateway_has_a_translation(language: str) -> None:
    known = {skeleton(key) for key in catalogue_of(language).sentences}
    missing = {text: place for text, place in said_sentences().items() if text not in known}
    assert missing == {}, f"{len(missing)} sentences have no translation into {language}"


def test_no_translation_is_of_a_sentence_that_nobody_says() -> None:
    """The durations and the parts of composed sentences are no sentences by themselves."""
    said = set(said_sentences())
    composed = {"{} hr", "{} hrs", "{} min", "{} mins", "{}: {}"}
    keys = {skeleton(key) for key in catalogue_of("french").sentences}
    pairs = {f"{{}} {hours} {{}} {minutes}" for hours in ("hr", "hrs") for minutes in ("min", "mins")}
    sentence = "{} Your session will be up to date after the next sign-in."
    assert keys - said <= composed | pairs | {sentence}


def test_every_language_has_the_same_sentences_and_words() -> None:
    french = catalogue_of("french")
    for language in LOCALES:
        other = catalogue_of(language)
        assert other.sentences.keys() == french.sentences.keys(), language
        assert {name: words.keys() for name, words in other.words.items()} == {
            name: words.keys() for name, words in french.words.items()
        }


@pytest.mark.parametrize("language", LOCALES)
def test_a_translation_keeps_the_values_of_its_sentence(language: str) -> None:
    for key, said in catalogue_of(language).sentences.items():
        values = set(PLACEHOLDER.findall(key))
        for form in forms(said):
            kept = set(PLACEHOLDER.findall(form))
            # 'one' and 'two' may say the number as a word.
            assert kept == values or (not isinstance(said, str) and kept == values - {"{n}"}), key


@pytest.mark.parametrize("language", LOCALES)
def test_plural_forms_are_those_of_the_language(language: str) -> None:
    categories = set(Locale.parse(LOCALES[language]).plural_form.tags) | {"other"}
    for key, said in catalogue_of(language).sentences.items():
        if not isinstance(said, str):
            assert "{n}" in key, key
            assert {"other"} <= said.keys() <= categories, key


@pytest.mark.parametrize(
    ("english", "french"),
    [
        (messages.TEXT_MIN.format(n=1), "Ce champ doit contenir au moins 1 caractère"),
        (messages.TEXT_MIN.format(n=8), "Ce champ doit contenir au moins 8 caractères"),
        (
            "Your circle and your bookmarks cannot be shown right now.",
            "Impossible d’afficher pour le moment : votre cercle et vos favoris.",
        ),
        ("2026-01-31: At most 60 days are allowed", "2026-01-31 : 60 jours au plus"),
        (
            "This provider needs to know at least 2 hrs 30 mins ahead.",
            "Ce prestataire doit être prévenu au moins 2 h 30 min à l’avance.",
        ),
        (
            "This appointment is ongoing and can't be rejected.",
            "Ce rendez-vous est en cours et ne peut pas être refusé.",
        ),
        (
            "This provider does not offer in-person services.",
            "Ce prestataire ne propose pas de services sur place.",
        ),
        ("We have sent a code to ada@example.com.", "Nous avons envoyé un code à ada@example.com."),
    ],
)
def test_a_template_is_translated_with_its_values(english: str, french: str) -> None:
    assert translated(english, "french") == french


@pytest.mark.parametrize(
    ("n", "arabic"),
    [
        (1, "يمكن إضافة تقويم واحد على الأكثر."),
        (2, "يمكن إضافة تقويمين على الأكثر."),
        (5, "يمكن إضافة 5 تقاويم على الأكثر."),
        (11, "يمكن إضافة 11 تقويمًا على الأكثر."),
        (100, "يمكن إضافة 100 تقويم على الأكثر."),
    ],
)
def test_arabic_speaks_each_of_its_plurals(n: int, arabic: str) -> None:
    assert translated(f"At most {n} calendars can be added.", "arabic") == arabic


def test_english_and_what_nobody_wrote_stay_as_they_are() -> None:
    assert translated(messages.REQUIRED, "english") is None
    assert translated("Anything: else that nobody translated.", "french") is None


@pytest.mark.parametrize("language", LOCALES)
def test_the_web_has_the_message_of_each_check_in_its_language(language: str) -> None:
    def said(value: object) -> set[str]:
        if isinstance(value, dict):
            own = {str(value["message"])} if "message" in value else set[str]()
            return own.union(*map(said, value.values()))
        return set[str]().union(*map(said, value)) if isinstance(value, list) else set()

    rules = document()
    web = translations(language)
    assert web.keys() == said(rules["calls"]) | said(rules["entries"])
    assert all(web[english] == translated(english, language) for english in web)
