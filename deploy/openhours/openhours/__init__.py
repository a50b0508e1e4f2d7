"""The command line of operators: `openhours --help`."""
