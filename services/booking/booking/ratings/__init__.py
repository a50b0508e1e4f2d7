"""Ratings of completed orders, and each provider's summary of them (product.md 4.12)."""
