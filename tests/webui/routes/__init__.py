"""Tests of what goes over HTTP."""
