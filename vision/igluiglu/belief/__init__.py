"""What is believed of a match of IGLU IGLU: which turn explains what was seen."""
