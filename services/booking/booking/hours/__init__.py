"""Business hours: the windows that a provider offers in a week, and single days that differ."""
