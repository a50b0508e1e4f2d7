"""A provider's figures: what was booked, earned and cancelled in a range of days (product.md 4.18)."""
