"""What the club's page shows, read from PostgreSQL and kept ready."""
