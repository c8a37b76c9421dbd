"""`python -m bench.club`: see `bench.club.measure`."""

from bench.club.measure import main

if __name__ == "__main__":  # the processes it starts read this file too
    raise SystemExit(main())
