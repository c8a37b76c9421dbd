"""Tests of the belief: explaining."""
