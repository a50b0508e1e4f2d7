"""Calls that the gateway composes of several services' answers (api.md 8)."""
