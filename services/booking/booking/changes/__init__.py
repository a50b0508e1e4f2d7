"""Changes of orders since an account last looked at its day (product.md 4.19)."""
