"""Tests of what makes lessons."""
