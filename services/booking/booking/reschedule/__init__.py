"""Moving an appointment: one side proposes another time, the other accepts."""
