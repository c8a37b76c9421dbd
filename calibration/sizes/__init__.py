"""Sizes of any equipment as they are measured: how sure each is, and how they are kept."""
