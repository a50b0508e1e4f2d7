"""Moving an appointment: one side proposes another time, the other side accepts it (product.md 4.11)."""
