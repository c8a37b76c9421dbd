"""A club's evening: many tables, one server, screens that watch."""
