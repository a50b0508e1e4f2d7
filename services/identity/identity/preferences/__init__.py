"""Favourites, language, and the ways to hear of things (product.md 1.9)."""
