"""Confirming the mail address by a mailed link (product.md 1.5)."""
