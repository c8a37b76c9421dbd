"""The sizes of a set, measured in one picture, and how sure each of them is."""
