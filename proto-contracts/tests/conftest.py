"""Makes the generator importable: it is beside the package, because no service needs it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
