"""Comments on posts, and who may write them (product.md 6.6)."""
