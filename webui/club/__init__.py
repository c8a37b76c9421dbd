"""A club's record: many tables send what they write to one PostgreSQL server. Loaded only where asked for."""
