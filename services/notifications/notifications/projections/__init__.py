"""Copies of what other services own: accounts, preferences, blocks and circles."""
