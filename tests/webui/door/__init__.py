"""Tests of the door: connections and certificates."""
