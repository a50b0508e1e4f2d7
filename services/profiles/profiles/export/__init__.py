"""Everything held about one account: to hand over, and to erase."""
