"""Which news an account wants on which channel (product.md 1.9)."""
