"""Busy times from providers' other calendars, read from their .ics addresses."""
