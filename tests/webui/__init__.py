"""Tests of the running product."""
