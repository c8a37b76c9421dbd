"""Is everything ready for a match? One finding for each thing that can be wrong, and what to do; changes nothing."""
