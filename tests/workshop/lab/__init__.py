"""Tests of the picture generator."""
