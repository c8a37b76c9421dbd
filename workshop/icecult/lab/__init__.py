"""Path-traced photographs of an ICE CULT table with their truth (optional extra `lab`)."""
