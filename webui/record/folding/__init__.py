"""What each kind of event does to a match, and what it must fit before."""
