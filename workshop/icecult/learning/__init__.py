"""Trains the networks that read all places of a table together, proves them against what is shipped, exports them."""
