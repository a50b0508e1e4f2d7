"""Signing up (product.md 1.1)."""
