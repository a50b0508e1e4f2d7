"""Signing in (product.md 1.2)."""
