"""Tables drawn on the device while a network learns: every lesson is new, and nothing is kept."""
