"""What the record keeps ready, so that no match is folded from its beginning twice."""
