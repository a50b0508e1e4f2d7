"""How a tag is stored and found."""

import pytest
from feed.posts.rules import tag_key, tags_of


@pytest.mark.parametrize(
    ("typed", "kept", "found_by"),
    [
        ("Bread", "Bread", "bread"),
        (" #Bread, ", "Bread", "bread"),
        ("##Straße#", "Straße", "strasse"),
        (" # Rye bread , ", "Rye bread", "rye bread"),
        ("XXL", "XXL", "xxl"),
    ],
)
def test_signs_and_case_do_not_matter(typed: str, kept: str, found_by: str) -> None:
    assert tags_of([typed], "") == [kept]
    assert tag_key(typed) == found_by


@pytest.mark.parametrize("typed", ["", "#", " ,# ", "##"])
def test_a_sign_alone_is_no_tag(typed: str) -> None:
    assert tags_of([typed], "") == []
    assert tag_key(typed) == ""
