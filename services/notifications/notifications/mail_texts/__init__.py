"""Texts of mails that a provider writes for their clients (product.md 5.3)."""
