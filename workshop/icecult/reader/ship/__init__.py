"""From networks as they were trained to those that are shipped."""
