"""Showing once more who one is, before what cannot be undone (product.md 1.13)."""
