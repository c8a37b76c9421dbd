"""The running service without a page."""
