"""Changing the mail address, confirmed on both sides (product.md 1.16)."""
