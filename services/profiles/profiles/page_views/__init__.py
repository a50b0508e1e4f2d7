"""How often a provider's page is opened, by day (product.md 3.11)."""
