"""The mail of a provider's day, at seven in the morning where they are (product.md 4.23)."""
