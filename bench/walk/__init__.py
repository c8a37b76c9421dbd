"""A walk through the page as a new user, in a real browser."""
