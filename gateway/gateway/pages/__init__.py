"""Pages as the gateway sends them: head, first screen, and what search engines read."""
