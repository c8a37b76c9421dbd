"""Reads one picture of the table: cubes, stacks, heaps."""
