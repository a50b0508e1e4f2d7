"""Everything notifications holds about an account: handed over, and erased (product.md 1.10)."""
