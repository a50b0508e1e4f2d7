"""Providers' other calendars: their busy time blocks slots (product.md 4.14)."""
