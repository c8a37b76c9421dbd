"""The coach: what a turn was worth, and what would have been better."""
