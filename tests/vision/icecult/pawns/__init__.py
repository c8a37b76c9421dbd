"""Tests of measuring pawns."""
