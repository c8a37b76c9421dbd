"""What the referee takes from pictures besides play: what they prove, and a table that was set up anew."""
