"""Confirming the mail address by a mailed link or code (product.md 1.5)."""
