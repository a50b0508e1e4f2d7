"""A provider's clients: who booked with them, with figures, tags and a private note (product.md 4.17)."""
