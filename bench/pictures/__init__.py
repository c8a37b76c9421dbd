"""Pictures that the benchmarks spoil, lay cards into and judge."""
