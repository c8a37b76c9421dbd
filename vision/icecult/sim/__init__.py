"""The virtual table: draws states, hands and light as a camera would see them, with the truth beside each picture."""
