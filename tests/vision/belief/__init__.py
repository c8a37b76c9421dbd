"""Tests of what the belief of any game is made of."""
