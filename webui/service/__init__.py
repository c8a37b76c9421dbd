"""The table session and the match store; no Flask in here."""
