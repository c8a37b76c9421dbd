"""What keeps a running page healthy: memory, rates, queues, a watchdog, work done ahead."""
