"""Mails: a queue in the database, and the workers that empty it (product.md 5.3)."""
