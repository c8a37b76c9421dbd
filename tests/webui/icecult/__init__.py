"""What only the page of ICE CULT needs."""
