"""Copies of what other services own: authors, circles, blocks and completed orders."""
