"""Alerts in the app: raised, grown into one, read and listed (product.md 5.1 and 5.2)."""
