"""What tables and organisers of a tournament see of each other."""
