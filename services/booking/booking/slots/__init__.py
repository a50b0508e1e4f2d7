"""Free slots: the hours of a provider less what is past or taken."""
