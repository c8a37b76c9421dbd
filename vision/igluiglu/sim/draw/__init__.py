"""How the virtual table is painted."""
