"""What ICE CULT brings to the watcher: its rulings."""
