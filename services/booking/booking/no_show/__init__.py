"""Sessions to which one side did not come (product.md 4.7)."""
