"""Copies of what other services own: accounts, profiles, services, blocks and guests' codes."""
