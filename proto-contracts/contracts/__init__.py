"""What all services share: events, data shapes, rules and reference data. Imports nothing of ours."""
