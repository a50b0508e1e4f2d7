"""Pages of posts, and who sees which post (product.md 6.2)."""
