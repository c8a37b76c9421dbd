"""The running referee: looks, reconstructs, judges, stores and tells."""
