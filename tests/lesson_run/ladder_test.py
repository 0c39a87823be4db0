"""The last rung of a lesson's ladder, for real: its strategy runs as processes of our own, and what
they measured passes the step by the same judge that the window asks.

    ladder_test.py BIN TREE LESSON STEP

A run on a machine that was busy with something else tells nothing of the plan, and is made again,
as the window advises. An emulated run says when that was so; one that trains with a slowed rank
does not, so where it does not show that rank it has as many tries, each with another draw.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

BIN, TREE = map(pathlib.Path, sys.argv[1:3])
LESSON, STEP = sys.argv[3:5]
FILE = TREE / "resources" / "lessons" / f"{LESSON}.yaml"
TRIES = 4


def plan(*words, check=True):
    return subprocess.run([BIN / "bubblescope-plan", "lesson", FILE, *words], check=check,
                          capture_output=True, text=True)


def slow_rank_of(told):
    found = re.search(r"^measured\.slow_rank +(\d+)$", told, re.M)
    return found and found[1]


def run_once(scratch, number):
    """True where the step is passed; None where the machine was too busy to tell."""
    strategy = scratch / "strategy.yaml"
    strategy.write_text(plan("--strategy-of", STEP).stdout, encoding="utf-8")
    words = plan("--arguments-of", STEP, "--seed", str(number + 1)).stdout.split()
    folder = scratch / f"run-{number}"
    ran = subprocess.run([BIN / "bubblescope-run", strategy, *words, "--record", folder],
                         capture_output=True, text=True)
    print(ran.stdout + ran.stderr)
    if ran.returncode != 0:
        sys.exit(f"{LESSON}: the run failed")
    judged = plan("--judge", STEP, "--run", folder, check=False)
    print(judged.stdout + judged.stderr)
    slowed = words[words.index("--slow") + 1].split(":")[0] if "--slow" in words else None
    if judged.returncode == 0 and slowed in (None, slow_rank_of(judged.stdout)):
        return True
    may_be_busy = slowed is not None or "could not keep up" in ran.stdout + ran.stderr
    return None if may_be_busy else False


with tempfile.TemporaryDirectory() as folder:
    for attempt in range(TRIES):
        passed = run_once(pathlib.Path(folder), attempt)
        if passed:
            sys.exit(0)
        if passed is False:
            sys.exit(f"{LESSON}: what the run measured does not pass {STEP}")
    sys.exit(f"{LESSON}: none of {TRIES} runs passes {STEP}")
