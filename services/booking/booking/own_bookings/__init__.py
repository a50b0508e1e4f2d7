"""Appointments that a provider enters for a client (product.md 4.25)."""
