"""Makes the generator importable: it stands beside the package, because it knows the services."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
