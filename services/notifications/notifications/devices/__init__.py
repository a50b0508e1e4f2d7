"""Registered devices, each with its login (product.md 5.4)."""
