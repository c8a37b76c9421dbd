"""The running product: command line, service and page."""
