"""The page around a match: replay, sharing, once more, and as an app."""
