"""Before a route is reached and after it has answered: rights, rates, checked requests, small answers."""
