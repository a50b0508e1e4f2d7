"""Reference data for the forms."""
