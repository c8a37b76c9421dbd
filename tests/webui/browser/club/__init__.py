"""The club's page in a browser."""
