"""Take stones in the running product."""
