"""A provider's day: what has changed since they last looked (product.md 4.19)."""
