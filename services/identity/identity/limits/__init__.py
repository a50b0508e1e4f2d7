"""Limits the attempts per address, and computes the time to wait (product.md 1.5)."""
