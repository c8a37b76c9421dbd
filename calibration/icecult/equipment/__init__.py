"""The set itself: what was measured of it and is kept from one evening to the next."""
