"""How filters become search terms, and which way of searching is taken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from profiles.search.facets import rounded
from profiles.search.rules import Frequencies, Narrowing, Term, country_code_of, marks_of, tsquery_of, way_of


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
