"""Reposts of others' posts (product.md 6.7)."""
