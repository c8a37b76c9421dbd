"""A club's tournaments: what was decided is on the club's record; what was played follows from its matches."""
