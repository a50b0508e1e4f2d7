"""Devices registered for push, each with its login (product.md 5.4)."""
