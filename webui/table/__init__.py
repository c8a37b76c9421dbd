"""What is on the table: the desk, set-up, seats, the hub that tells pages."""
