"""Reminders of sessions as their provider wants them, and follow-ups after completion (product.md 4.15)."""
