"""Conversations of two accounts with an order between them (product.md 5.5)."""
