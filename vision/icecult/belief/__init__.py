"""What is believed of a match: the histories that explain everything seen, each with its price."""
