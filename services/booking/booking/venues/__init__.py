"""Another place or link for an agreed appointment."""
