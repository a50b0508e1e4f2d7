"""Which language a request gets."""

import pytest
from chassis.http.languages import language_named, language_of, preferred_language


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("en", "english"),
        ("fr", "french"),
        ("fr-CA", "french"),
        ("ES-419", "spanish"),
        (" Arabic ", "arabic"),
        ("spanish", "spanish"),
        ("FR-ca", "french"),
        ("zh-Hant-TW", None),
        ("fr_CA", None),
        ("french-CA", None),
        ("-fr", None),
        ("de-AT", "german"),
        ("nl", None),
        ("", None),
        (None, None),
        (7, None),
        (["fr"], None),
    ],
)
def test_a_language_by_tag_and_by_name(said: object, language: str | None) -> None:
    assert language_named(said) == language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("fr-FR,fr;q=0.9,en;q=0.8", "french"),
        ("nl-NL, en;q=0.5, es;q=0.7", "spanish"),
        ("ar", "arabic"),
        ("en;q=0, fr;q=0.1", "french"),
        ("fr;q=nonsense, es;q=0.2", "spanish"),
        ("en;q=0.8, es;q=0.8, fr;q=0.7", "english"),
        ("fr ; q=0.3, ES;q=0.4", "spanish"),
        ("nl-BE, fr-CA;q=0.1", "french"),
        ("pt-BR, zh-Hant-TW;q=0.9", "portuguese"),
        ("it-IT, zh-Hant-TW;q=0.9", None),
        ("en;q=0, en-GB;q=0.2", "english"),
        ("en;q=0", None),
        ("en;q=-1, en;q=nan, en;level=1", None),
        ("nl, *;q=0.5", None),
        ("*", None),
        ("*, ar;q=0.1", "arabic"),
        ("", None),
        (",;=,,;q=", None),
        ("\x00\xff{}<fr>, en_US, q=1;fr", None),
        (",".join(["nl"] * 19 + ["fr"]), "french"),
        (",".join(["nl"] * 20 + ["fr"]), None),
        ("en-" * 100_000, "english"),
        ("fr," + "x" * 1_000_000, "french"),
        ("-" * 1_000_000, None),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_a_browser_wants_most(header: str, language: str | None) -> None:
    assert preferred_language(header) == language


def test_the_device_is_asked_first_and_english_is_the_last_resort() -> None:
    assert language_of({"language": "ar"}, "fr") == "arabic"
    assert language_of({"language": "tlh"}, "fr") == "french"
    assert language_of({}, "nl") == "english"
