"""Answers made of several services' answers (api.md section 8)."""
