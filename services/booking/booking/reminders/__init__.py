"""Reminders of accepted sessions, a day and an hour ahead."""
