"""The club's own page: all tables live, the archive, people, standings. Reads the club's record."""
