"""System calls of a program, as strace sees them. For tests of what opening a file may do."""

import pathlib
import shutil
import subprocess
import sys

SKIPPED = 77  # for ctest


def skip_without_strace():
    strace = shutil.which("strace")
    if not strace or subprocess.run([strace, "-qq", "-o", "/dev/null", "true"]).returncode != 0:
        print("skipped: strace is not here, or may not trace; install it to run this test")
        sys.exit(SKIPPED)


def trace(calls, command, log, **options):
    """Runs `command` while those calls of it and its children are written into the file `log`.

    Returns the finished process and the calls, one a line, each after the number of its process.
    """
    done = subprocess.run(
        ["strace", "-f", "-qq", "-o", log, "-e", "trace=" + calls] + [str(word) for word in command],
        capture_output=True, timeout=240, **options)
    return done, pathlib.Path(log).read_text(errors="replace").splitlines()
