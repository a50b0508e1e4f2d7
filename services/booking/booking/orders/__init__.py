"""Orders: one appointment from request to completion."""
