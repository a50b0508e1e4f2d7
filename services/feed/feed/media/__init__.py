"""Pictures of posts: decoded, cut, stored and removed (product.md 6.5)."""
