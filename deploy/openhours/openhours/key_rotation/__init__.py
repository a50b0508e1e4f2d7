"""How `openhours keys` changes each kind of key without losing what it signed or sealed."""
