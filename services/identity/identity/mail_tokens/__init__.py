"""The secrets in mailed links: stored as digests, used once."""
