"""Tests of what lasts: crashes, faults and long evenings."""
