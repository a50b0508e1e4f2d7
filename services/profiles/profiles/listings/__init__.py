"""The search listing of each provider, rebuilt with what it is made of (product.md 3.7)."""
