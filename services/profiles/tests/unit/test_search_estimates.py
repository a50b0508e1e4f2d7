"""The estimated number of matches, and which way of searching it selects."""

from profiles.search.rules import Frequencies, Term, way_of

KNOWN = Frequencies(1_000, {"yoga": 0.5, "pilates": 0.75, "rare": 0.25}, rare=0.125)


def test_the_share_of_listings_that_meet_all_terms() -> None:
    assert KNOWN.share_of([]) == 1.0
    assert KNOWN.share_of([Term(("yoga",))]) == 0.5
    assert KNOWN.share_of([Term(("yoga",)), Term(("rare",))]) == 0.125
    assert KNOWN.share_of([Term(("yoga", "rare"))]) == 0.75, "any of the lexemes of a term is enough"
    assert KNOWN.share_of([Term(("yoga", "pilates"))]) == 1.0, "no more than all"
    assert KNOWN.share_of([Term(("unheard of",))]) == 0.125


def test_a_gathered_row_costs_almost_two_walked_ones() -> None:
    # Half of 1,000 are to be gathered, at the cost of 900 that are walked over; every other one is met.
    assert way_of(KNOWN, [Term(("yoga",))], 449) == "walk"
    assert way_of(KNOWN, [Term(("yoga",))], 450) == "gather"
    # A quarter: 250 are gathered at the cost of 450.
    assert way_of(KNOWN, [Term(("rare",))], 112) == "walk"
    assert way_of(KNOWN, [Term(("rare",))], 113) == "gather"
