"""A cursor holds its key; foreign cursors are refused."""

import pytest
from chassis.errors import Refused
from chassis.http.paging import Key, Page, cursor_of, read_cursor
from hypothesis import given
from hypothesis import strategies as st

KEYS = st.lists(
    st.one_of(st.text(), st.integers(-(2**53), 2**53), st.floats(allow_nan=False, allow_infinity=False)),
    min_size=1,
    max_size=4,
)


@given(KEYS)
def test_a_key_survives_its_cursor(key: list[Key]) -> None:
    cursor = cursor_of(*key)
    assert read_cursor(cursor) == tuple(key)
    assert cursor.replace("-", "").replace("_", "").isalnum(), "it fits into a query string as it is"


@given(st.text(max_size=40))
def test_any_other_text_is_a_key_or_refused(text: str) -> None:
    try:
        key = read_cursor(text)
    except Refused:
        return
    assert all(isinstance(part, str | int | float) for part in key)


@pytest.mark.parametrize("cursor", ["e30", "W10", "bnVsbA", "W1tdXQ", "W251bGxd", "%%%"])
def test_json_that_is_no_key_is_refused(cursor: str) -> None:
    with pytest.raises(Refused):
        read_cursor(cursor)


@pytest.mark.parametrize(
    ("found", "shown", "following"),
    [("", "", None), ("ab", "ab", None), ("abc", "abc", None), ("abcd", "abc", cursor_of("c"))],
)
def test_a_page_goes_on_only_when_there_is_a_row_beyond_it(
    found: str, shown: str, following: str | None
) -> None:
    rows, cursor = Page(limit=3, after=None).cut(list(found), str)
    assert ("".join(rows), cursor) == (shown, following)
