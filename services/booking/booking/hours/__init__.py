"""Business hours: what a provider offers in a week."""
