"""How the places of a table are looked at and what is true of them: lessons, crops, networks, rows read as stacks."""
