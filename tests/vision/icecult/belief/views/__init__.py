"""Tests of the belief: views."""
