"""Reminders of accepted sessions, a day and an hour ahead (product.md 4.15)."""
