"""The second factor: authenticator apps, recovery codes, and who needs one (product.md 1.14)."""
