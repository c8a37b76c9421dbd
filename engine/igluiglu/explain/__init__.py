"""Which turn leads from one table to another that was seen in part, or what went wrong."""
