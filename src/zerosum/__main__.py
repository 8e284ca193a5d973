"""`python -m zerosum`."""

import sys

from zerosum.cli import main

sys.exit(main())
