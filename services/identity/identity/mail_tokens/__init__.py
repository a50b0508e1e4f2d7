"""The secrets in mailed links: kept as digests, used once."""
