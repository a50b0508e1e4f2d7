"""The signing key, and the tokens that every service verifies (api.md 2)."""
