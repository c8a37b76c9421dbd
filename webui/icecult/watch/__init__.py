"""Parts of the watcher: the present rest, what was said, turns written down, all else that is told."""
