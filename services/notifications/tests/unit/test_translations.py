"""Every language has the same keys, its own plural forms and its own direction."""

import re
from datetime import timedelta
from html import unescape
from itertools import chain
from typing import Any, Final, cast, get_args

import pytest
from babel import Locale
from contracts.events.profiles_moderation import AccountWarned
from contracts.languages import TAGS, Language
from contracts.rules.options import CONCERN_KEYS, REQUEST_TOPICS
from notifications.alerts.rendering import alert_text
from notifications.mail.rules import OrderMail
from notifications.mail.templates import render_order_mail
from notifications.safety.rules import decision_of
from notifications.safety.templates import render_decision
from notifications.templates.formatting import Reader, format_duration, format_moment, format_money
from notifications.templates.mails import MailParts, render_mail
from notifications.templates.translations import PluralForms, direction_of, locale_of, translations

from services.notifications.tests.conftest import NOON, guest_order, order

OTHERS = sorted(set(TAGS) - {"english"})
BRACES = re.compile(r"\{\w+\}")
WORDS = {
    "name": "Olu",
    "when": "Wed 25 Nov, 11:00",
    "what": "Haircut, Wed 25 Nov, 11:00",
    "who": "Grace and 2 more people",
    "valid_for": "10 minutes",
    "day": "Wednesday 25 November 2026",
}
TIMES: Final[dict[str, Any]] = {"starts": [NOON.isoformat()], "zone": "Europe/Berlin"}


def said(language: str) -> dict[str, list[str]]:
    """Every text by its key; what is counted as all its forms."""
    return dict(_texts(translations(language).model_dump(), ""))


def _texts(node: object, key: str) -> list[tuple[str, list[str]]]:
    if not isinstance(node, dict):
        return [(key, cast("list[str]", node) if isinstance(node, list) else [str(node)])]
    inner = cast("dict[str, object]", node)
    if set(inner) == set(PluralForms.model_fields):
        return [(key, [str(each) for each in inner.values() if each])]
    return list(chain.from_iterable(_texts(each, f"{key}.{name}") for name, each in inner.items()))


def braces(texts: list[str]) -> set[str]:
    return {found for text in texts for found in BRACES.findall(text)}


def test_every_language_of_the_system_has_translations() -> None:
    assert set(TAGS) == set(get_args(Language))


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_says_what_english_says(language: str) -> None:
    english, translated = said("english"), said(language)
    assert set(translated) == set(english)
    for key, texts in english.items():
        assert braces(translated[key]) == braces(texts), key
        assert all(bool(text) == bool(texts[0]) for text in translated[key]), key


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_is_one(language: str) -> None:
    english, translated = said("english"), said(language)
    same = {"dates.clock", "labels.services", "labels.total", "valid_for.minutes", "alerts.message_sent"}
    same |= {"common.what_and_when", "common.quote"}
    left = {key.strip(".") for key in english if english[key] == translated[key] and any(english[key])}
    assert {key for key in left if not key.startswith("dates.")} <= same


@pytest.mark.parametrize("language", TAGS)
def test_every_concern_and_topic_has_its_name(language: str) -> None:
    spoken = translations(language)
    assert set(spoken.concerns) == set(CONCERN_KEYS.values())
    assert set(spoken.topics) == set(REQUEST_TOPICS)
    for title, key in CONCERN_KEYS.items():
        assert (spoken.concern(title) == title) is (language == "english"), key


def test_what_is_decided_and_asked_for_is_named_in_the_readers_language() -> None:
    def said(kind: str, text: str) -> str:
        return alert_text(kind, {"text": text}, "Openhours", Reader("french"))

    assert said("report_filed", "Fraud & Scams").endswith(" : Fraude et escroquerie")
    assert said("post_hidden", "Hate Speech").endswith(" : Discours haineux")
    assert said("request_filed", "data_access").endswith(" : Copie de ses données")
    assert said("account_warned", "Something newer").endswith(" : Something newer")
    assert said("message_sent", "Hate Speech").endswith(" : Hate Speech"), "what people wrote stays as it is"
    warned = AccountWarned(warning_id="w", account_id="a", title="Privacy Violations", note="")
    mail = render_decision(decision_of(warned), "https://openhours.test", "arabic")
    assert "انتهاك الخصوصية" in mail.text
    assert "Privacy" not in mail.text + mail.html


@pytest.mark.parametrize("language", TAGS)
def test_what_is_counted_has_every_form_that_whole_numbers_take(language: str) -> None:
    taken = {Locale.parse(locale_of(language)).plural_form(count) for count in range(200)}
    spoken = translations(language)
    counted = [
        *spoken.valid_for.values(),
        spoken.common.and_more_times,
        spoken.common.and_more_services,
        spoken.common.and_more_people,
        *(each for each in spoken.alerts.values() if isinstance(each, PluralForms)),
    ]
    for forms in counted:
        assert taken <= {name for name, text in forms.model_dump().items() if text}


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1, "يوم واحد"),
        (2, "يومين"),
        (3, "3 أيام"),
        (10, "10 أيام"),
        (11, "11 يومًا"),
        (99, "99 يومًا"),
        (100, "100 يوم"),
        (103, "103 أيام"),
    ],
)
def test_arabic_counts_in_six_ways(count: int, text: str) -> None:
    assert translations("arabic").valid_for["days"].for_count(count, "arabic").format(n=count) == text


def test_a_count_without_a_form_of_its_own_takes_the_common_one() -> None:
    forms = PluralForms(one="{n} día", other="{n} días")
    assert [forms.for_count(count, "spanish") for count in (1, 2, 1_000_000)] == [
        "{n} día", "{n} días", "{n} días",
    ]  # fmt: skip


@pytest.mark.parametrize("language", TAGS)
@pytest.mark.parametrize("kind", sorted(translations().mails))
def test_every_letter_can_be_written_in_every_language(kind: str, language: str) -> None:
    mail = render_mail(kind, WORDS, MailParts(link="https://openhours.test/x", code="123456"), language)
    html = mail.html
    assert f'<html lang="{locale_of(language)}" dir="{direction_of(language)}">' in html
    assert not BRACES.search(mail.subject + mail.text)
    own = translations(language).mails[kind]
    for paragraph in own.body:
        plain = BRACES.split(paragraph)[0]
        assert plain in mail.text
        assert plain in unescape(html)
    assert own.button in mail.text
    assert "123456" in mail.text.splitlines()


@pytest.mark.parametrize("language", TAGS)
@pytest.mark.parametrize("kind", sorted(translations().alerts))
def test_every_alert_can_be_written_in_every_language(kind: str, language: str) -> None:
    words: dict[str, Any] = {**TIMES, "text": "Hi", "services": ["Haircut"]}
    for count in (0, 1, 2, 5, 30, 100):
        text = alert_text(kind, {**words, "n": count}, "Grace Wanjiru", Reader(language))
        assert text
        assert not BRACES.search(text)
        assert "Grace" in text or "{name}" not in said(language)[f".alerts.{kind}"][-1]


def test_arabic_is_written_from_right_to_left() -> None:
    mail = render_order_mail(
        OrderMail("order_accepted_client", "client", "upcoming_schedule"),
        order(),
        "https://openhours.test",
        quote="Bring a towel.",
        reader=Reader("arabic"),
    )
    assert '<html lang="ar" dir="rtl">' in mail.html
    assert "border-right:4px" in mail.html
    assert "border-left:4px" not in mail.html
    assert "\u2068Nadia Kessler\u2069" in mail.subject, (
        "a name in other letters does not turn the line around"
    )
    assert "\u2068Nadia Kessler\u2069" in mail.text
    assert "الأربعاء 25 نوفمبر" in mail.text


def test_a_guests_letter_is_in_the_guests_language() -> None:
    mail = render_order_mail(
        OrderMail("order_accepted_client", "client", "upcoming_schedule"),
        guest_order(),
        "https://openhours.test",
        reader=Reader("spanish"),
    )
    for fact in (
        "Cuándo: miércoles 25 de noviembre de 2026, 13:00–13:50",
        "Cómo: En persona",
        "Total: 45\xa0€",
        "Las horas son las de la zona Africa/Nairobi.",
        "Recibes este correo porque esta dirección se usó para reservar en Openhours.",
    ):
        assert fact in mail.text


@pytest.mark.parametrize(
    ("language", "when", "price", "lasting"),
    [
        ("english", "Wed 25 Nov, 11:00", "€10.50", "3 days"),
        ("french", "mer. 25 nov., 11:00", "10,50\xa0€", "3 jours"),
        ("spanish", "mié 25 nov, 11:00", "10,50\xa0€", "3 días"),
        ("arabic", "الأربعاء 25 نوفمبر، 11:00", "\u200f10.50\xa0€", "3 أيام"),
        ("german", "Mi. 25. Nov., 11:00", "10,50\xa0€", "3 Tage"),
        ("portuguese", "qua. 25 de nov., 11:00", "€\xa010,50", "3 dias"),
    ],
)
def test_dates_money_and_spans(language: str, when: str, price: str, lasting: str) -> None:
    assert format_moment(NOON, Reader(language, "Europe/Berlin")) == when
    assert format_money(1050, "EUR-DE", language) == price
    assert format_duration(timedelta(days=3), language) == lasting


@pytest.mark.parametrize("language", TAGS)
def test_whole_amounts_have_no_decimals(language: str) -> None:
    assert "00" not in format_money(4500, "EUR-DE", language)
    assert "45" in format_money(4500, "EUR-DE", language)
