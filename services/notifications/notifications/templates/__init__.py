"""Every sentence that is sent, in four languages, and how it is filled in."""
