"""Clients that come from a file of their provider: first a preview, then the import of what it showed."""
