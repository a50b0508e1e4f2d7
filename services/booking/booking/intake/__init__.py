"""What clients answer when they book, as both sides of the order see it (product.md 4.21)."""
