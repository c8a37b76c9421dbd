"""Who else is in the local network: the page found by name, a club found by itself, and how a table joins it."""
