"""Guests whom a provider blocks, by the digest of their address (product.md 7.1)."""
