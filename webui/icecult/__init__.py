"""What only ICE CULT needs at the table and on the page."""
