import pytest
from chassis.http.languages import language_named, language_of, most_wanted


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("en", "english"),
        ("fr", "french"),
        ("fr-CA", "french"),
        ("ES-419", "spanish"),
        (" Arabic ", "arabic"),
        ("spanish", "spanish"),
        ("de", None),
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
        ("de-DE, en;q=0.5, es;q=0.7", "spanish"),
        ("ar", "arabic"),
        ("en;q=0, fr;q=0.1", "french"),
        ("fr;q=nonsense, es;q=0.2", "spanish"),
        ("de, *;q=0.5", None),
        ("", None),
        (",;=,,;q=", None),
        (",".join(["de"] * 30 + ["fr"]), None),
    ],
)
def test_what_a_browser_wants_most(header: str, language: str | None) -> None:
    assert most_wanted(header) == language


def test_the_device_is_asked_first_and_english_is_the_last_resort() -> None:
    assert language_of({"language": "ar"}, "fr") == "arabic"
    assert language_of({"language": "tlh"}, "fr") == "french"
    assert language_of({}, "de") == "english"
