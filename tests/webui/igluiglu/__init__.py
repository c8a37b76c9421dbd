"""Tests of IGLU IGLU at the table and on the page."""
