"""From a picture to what every space shows: the networks and what is made of their answers."""
