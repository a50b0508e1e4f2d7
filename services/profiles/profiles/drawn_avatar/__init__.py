"""The picture of an account without one: its initials (product.md 3.4)."""
