"""Pages as the gateway sends them: their head, their first screen, and what search engines and shared links read."""
