"""`python -m local`: what `make run` starts."""

import sys

from local.runner import main

sys.exit(main())
