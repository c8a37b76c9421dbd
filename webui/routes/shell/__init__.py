"""The page as an app: what is kept for when the server is gone, and how files travel."""
