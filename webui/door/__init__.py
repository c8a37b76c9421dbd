"""The door in front of the page: who may connect, how many at once, for how long, and TLS."""
