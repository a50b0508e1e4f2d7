"""What providers want reminded, and orders that are followed up later, as they are kept."""
