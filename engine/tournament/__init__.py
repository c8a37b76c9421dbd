"""An evening's tournament: who meets whom at which table and in which colour, and how everybody stands."""
