"""Matches, records and words that the benchmarks play."""
