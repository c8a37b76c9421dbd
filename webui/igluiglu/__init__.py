"""What only IGLU IGLU needs at the table and on the page."""
