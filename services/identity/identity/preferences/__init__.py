"""Favourites, language, and notification preferences (product.md 1.9)."""
