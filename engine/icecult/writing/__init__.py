"""Turns as text, and states drawn for people."""
