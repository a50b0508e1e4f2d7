"""A client says beforehand that they come to a session (product.md 4.15)."""
