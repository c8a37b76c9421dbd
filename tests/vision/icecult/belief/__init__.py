"""Tests of the belief."""
