"""Every sentence that is sent, in every language, and how it is filled in."""
