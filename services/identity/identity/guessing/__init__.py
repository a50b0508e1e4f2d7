"""Slows down guessing of passwords, by where it comes from (product.md 1.2)."""
