"""Everything identity holds about an account, as one document (product.md 1.10)."""
