"""The page's addresses."""
