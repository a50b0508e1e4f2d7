"""Takes the pictures of the README, in web/docs.

python -m ci.pictures
"""

import subprocess
import sys

from ci.demo import running_demo
from ci.stages import WEB


def main() -> int:
    """Returns the exit code of the script that takes them."""
    with running_demo() as demo:
        command = ["node", "build/readme-pictures.mjs", demo.url]
        return subprocess.run(command, cwd=WEB, env=demo.environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
