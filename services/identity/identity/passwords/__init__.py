"""Passwords: hashing, verifying, changing and resetting (product.md 1.2 and 1.6)."""
