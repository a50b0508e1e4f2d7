"""In which content coding a file of the web bundle is sent."""

import pytest
from gateway.content_coding import chosen_coding

ALL = {b"": b"", b"br": b"", b"gzip": b""}


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        (b"gzip, br", b"br"),
        (b"gzip", b"gzip"),
        (b"br;q=0, gzip", b"gzip"),
        (b"br; q=0.000, gzip;q=0.0", b""),
        (b"br;q=0.001", b"br"),
        (b"gzip;q=0.5", b"gzip"),
        (b"", b""),
        (b"zstd", b""),
        (b"BR", b"br"),
    ],
)
def test_the_best_coding_that_both_know(accepted: bytes, expected: bytes) -> None:
    assert chosen_coding(accepted, ALL) == expected


def test_a_coding_that_is_not_there_is_not_chosen() -> None:
    assert chosen_coding(b"gzip, br", {b"": b"", b"gzip": b""}) == b"gzip"
    assert chosen_coding(b"gzip, br", {b"": b""}) == b""
