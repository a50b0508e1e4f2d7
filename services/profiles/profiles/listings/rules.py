"""What listings are made with: the bands that cheapest services are marked with, and their edition."""

from typing import Final

COST_BANDS: Final = (
    0, 5, 10, 15, 20, 30, 40, 50, 75, 100, 150, 200, 300, 500, 750,
    1_000, 2_000, 5_000, 10_000, 50_000, 100_000,
)  # fmt: skip
"""Upper edges of the bands that cheapest services are marked with, in whole units."""
EDITION: Final = 1
"""Of what a listing's document holds."""
