"""What a provider offers, as screens ask for it: hours and free slots (product.md 4.1 and 4.2)."""
