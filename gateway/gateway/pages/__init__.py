"""Pages as the gateway sends them: with the text of their first screen, and with what the app needs next."""
