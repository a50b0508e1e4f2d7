"""The restricted archive of reports of accounts that went (product.md 1.10)."""
