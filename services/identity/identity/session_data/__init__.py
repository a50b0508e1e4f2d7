"""The session data that a signed-in client stores about its account (product.md 1.8)."""
