"""Time that a provider blocks by hand, once or repeatedly (product.md 4.24)."""
