"""What a resting view of the table shows, as evidence: readings fused, places compared, pawns counted."""
