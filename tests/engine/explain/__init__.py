"""Tests of `explain`: stories, properties, partial knowledge, and the sentences in four languages."""
