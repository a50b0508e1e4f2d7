"""What people change about their own account: username, deletion (product.md 1.7 and 1.10)."""
