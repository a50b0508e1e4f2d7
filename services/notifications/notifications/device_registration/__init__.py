"""Registering devices for push, and telling who had one before (product.md 5.4)."""
