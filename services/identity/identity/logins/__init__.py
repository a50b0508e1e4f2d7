"""Logins: begun, prolonged and ended (product.md 1.3 and 1.4)."""
