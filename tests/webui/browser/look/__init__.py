"""How the pages look and read, in every size and language."""
