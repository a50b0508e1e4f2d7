"""The version of Openhours: of all its parts, which are released together.

Operators read it in the first line of each log and in the metric `openhours_build_info`. Callers do not learn
it. How a release is made: CONTRIBUTING.md.
"""

from typing import Final

VERSION: Final = "1.1.0.dev0"
"""Of the next release, until that is out."""
