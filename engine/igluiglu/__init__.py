"""IGLU IGLU: melting ice, animals and islands; RULES.md has the rules, NOTATION.md the forms."""
