"""The virtual table of IGLU IGLU: any make of the set, quickly painted, with the truth of every picture."""
