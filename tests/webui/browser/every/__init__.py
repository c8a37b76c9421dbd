"""What holds of every page: accessible, in every language, nothing covered."""
