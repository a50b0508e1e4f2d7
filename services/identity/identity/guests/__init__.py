"""Guests: a mailed code, and a token for two hours (product.md 4.6)."""
