"""bubblescope-plan and the strategies that come with it, as the command line of a test names them."""

import pathlib
import subprocess
import sys

PLAN = sys.argv.pop(1)
STRATEGIES = pathlib.Path(sys.argv.pop(1))


def plan(*arguments, **options):
    return subprocess.run([PLAN, *map(str, arguments)], capture_output=True, text=True, timeout=60,
                          **options)
