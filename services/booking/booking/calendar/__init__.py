"""Appointments in people's own calendars: the subscription feed, and files for a device (product.md 4.13)."""
