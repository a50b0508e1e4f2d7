"""Where a provider's sessions are held."""
