"""What a provider offers, as screens ask for it: hours, free slots, the next free time."""
