"""Everything that a provider's page shows (product.md 3.6)."""
