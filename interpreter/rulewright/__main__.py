"""`python -m rulewright` is the command line."""

import sys

from rulewright.cli import main

if __name__ == "__main__":
    sys.exit(main())
