"""The page in pictures: every page in every form to be looked at, and those for the README."""
