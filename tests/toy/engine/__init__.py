"""The rules of take stones."""
