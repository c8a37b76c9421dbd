"""`python -m bench.walk`."""

import sys

from bench.walk.walking import main

if __name__ == "__main__":
    sys.exit(main())
