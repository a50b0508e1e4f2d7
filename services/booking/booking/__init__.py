"""Booking: business hours, free slots, orders through their life, ratings."""
