"""Sending alerts and messages to devices (product.md 5.4)."""
