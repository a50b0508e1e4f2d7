"""`python -m embedded`: what `make run` starts."""

import sys

from embedded.runner import main

sys.exit(main())
