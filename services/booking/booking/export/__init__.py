"""Everything booking holds about an account, handed over (product.md 1.10)."""
