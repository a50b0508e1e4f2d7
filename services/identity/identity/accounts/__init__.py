"""Accounts: one for each mail address, with its name, username and language (product.md 1.1 and 1.7)."""
