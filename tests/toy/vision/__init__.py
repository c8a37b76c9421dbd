"""Take stones as a camera sees it: a reader, a belief, and drawn pictures to try them on."""
