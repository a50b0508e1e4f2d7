"""Creating, editing and announcing posts (product.md 6.1, 6.3 and 6.4)."""
