"""How filters become search terms, and which way of searching is taken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from profiles.search.facets import rounded
from profiles.search.rules import Frequencies, Narrowing, Term, country_code_of, marks_of, tsquery_of, way_of
from profiles.search.trade_words import Trade, trades_of


def test_how_a_country_is_read() -> None:
    typed = ("PE", "pe", "Peru-PE", "Guinea-Bissau-GW")
    assert [country_code_of(each) for each in typed] == ["PE", "PE", "PE", "GW"]


def test_filters_become_marks() -> None:
    assert marks_of(Narrowing()) == []
    wanted = Narrowing("legal", "PE", "lima", "remote", "spanish", max_cost=12, min_rating=3.5)
    assert [term.lexemes for term in marks_of(wanted)] == [
        ("=c:legal",),
        ("=n:PE",),
        ("=t:lima",),
        ("=m:remote",),
        ("=l:spanish",),
        ("=$:0", "=$:5", "=$:10", "=$:15"),
        ("=r:3", "=r:4", "=r:5"),
    ]


@pytest.mark.parametrize(("max_cost", "bands"), [(0, 1), (0.5, 2), (5, 2), (99_999, 21), (100_000, 0)])
def test_a_price_narrows_to_the_band_it_is_in(max_cost: float, bands: int) -> None:
    marks = marks_of(Narrowing(max_cost=max_cost))
    assert sum(len(term.lexemes) for term in marks) == bands


def test_terms_become_a_quoted_query() -> None:
    assert tsquery_of([]) == "'=all'"
    terms = [Term(("o'brien",)), Term(("lesson", "lessons")), Term(("pia",), prefix=True), Term(("\\",))]
    assert tsquery_of(terms) == r"'o''brien' & ('lesson' | 'lessons') & 'pia':* & '\\'"


def test_a_trade_is_found_at_providers_of_its_categories() -> None:
    physio = Trade(("wellness", "health_care"), ("physio*", "massage"))
    assert tsquery_of([Term(("pain",), prefix=True, trades=(physio,))]) == (
        "('pain':* | ('=c:wellness' | '=c:health_care') & ('physio':* | 'massage'))"
    )
    assert tsquery_of([Term(("online",), trades=(Trade((), ("=m:remote",)),))]) == "('online' | '=m:remote')"


def test_the_share_of_a_beginning_is_that_of_the_words_that_begin_so() -> None:
    known = Frequencies(100, {"yoga": 0.2, "yogi": 0.1, "=c:wellness": 0.5}, rare=0.01)
    assert known.share_of([Term(("yog",), prefix=True)]) == pytest.approx(0.3)
    assert known.share_of([Term(("yogh",), prefix=True)]) == pytest.approx(0.01)
    trade = Trade(("wellness",), ("yog*",))
    assert known.share_of([Term(("asana",), trades=(trade,))]) == pytest.approx(0.01 + 0.5 * 0.3)


def test_what_a_word_asks_for() -> None:
    assert trades_of("zzz") == ()
    assert "physio*" in {word for trade in trades_of("backache") for word in trade.words}
    assert "munchen" in {word for trade in trades_of("munich") for word in trade.words}


KNOWN = Frequencies(1_000_000, {"yoga": 0.2, "=c:legal": 0.06}, rare=0.0001)


def test_what_is_common_is_walked_to_and_what_is_rare_is_gathered() -> None:
    assert way_of(KNOWN, [Term(("yoga",))], 21) == "walk"
    assert way_of(KNOWN, [Term(("hapax",))], 21) == "gather"
    assert way_of(KNOWN, [Term(("yoga",)), Term(("hapax",))], 21) == "gather"
    assert way_of(KNOWN, [], 21) == "walk"
    assert way_of(Frequencies(), [Term(("yoga",))], 21) == "gather"


@given(st.lists(st.sampled_from(["yoga", "=c:legal", "hapax"])), st.integers(1, 101))
def test_the_way_that_is_taken_touches_fewer_rows_than_all_there_are(words: list[str], wanted: int) -> None:
    terms = [Term((word,)) for word in words]
    share = KNOWN.share_of(terms)
    touched = wanted / share if way_of(KNOWN, terms, wanted) == "walk" else KNOWN.listings * share
    assert touched <= (wanted * KNOWN.listings * 2) ** 0.5


@pytest.mark.parametrize(
    ("count", "shown"), [(0, 0), (7, 7), (99, 99), (1234, 1200), (8_729, 8700), (0.4, 0)]
)
def test_estimates_have_two_digits(count: float, shown: int) -> None:
    assert rounded(count) == shown
