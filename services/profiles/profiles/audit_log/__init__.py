"""The staff's log of what they did."""
