"""How a provider wants to be paid."""
