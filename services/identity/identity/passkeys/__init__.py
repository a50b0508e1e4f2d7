"""Passkeys: WebAuthn credentials, as the first factor or the second (product.md 1.15)."""
