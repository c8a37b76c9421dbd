"""Plays matches on the virtual table: turns and faults, hands that move things, the film that shows them."""
