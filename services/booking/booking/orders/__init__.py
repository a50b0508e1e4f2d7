"""Orders: one appointment from request to completion (product.md 4.3 to 4.10)."""
