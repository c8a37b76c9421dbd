"""Tests of seeing."""
