"""Tests of getting to know a set."""
