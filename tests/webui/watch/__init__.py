"""Tests of the parts of the watcher."""
