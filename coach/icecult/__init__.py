"""The coach of ICE CULT: all ends of a turn, valued and played on."""
