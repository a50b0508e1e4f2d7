"""Bookmarks of posts (product.md 6.8)."""
