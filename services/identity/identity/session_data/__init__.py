"""What a signed-in screen keeps of its account (product.md 1.8)."""
