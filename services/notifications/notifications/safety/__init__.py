"""Notices about decisions and requests of the staff, to those concerned (product.md 7.3 and 9)."""
