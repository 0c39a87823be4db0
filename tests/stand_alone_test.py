"""Fails when a test needs what lies outside of the tree, or waits for a time where it needs an event.
Run by ctest: stand_alone_test.py ROOT"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])

OUTSIDE = re.compile(r"PROJECT_SOURCE_DIR\}/\.\.|[\"' (=]\.\./shared\b")
# What sleeps between two looks at what it waits for, and clocks of the tests' own.
SLEEP = re.compile(r"sleep_for\(|sleep_until\(|\busleep\(|\bnanosleep\(|time\.sleep\(|qWait\(|qSleep\(|msleep\(|\bsleep\(\d")
MAY_SLEEP = {"tests/launch/until.h", "tests/runtime/mpi_test.py", "tests/runtime/recorder_fixture.h",
             "tests/telemetry/records.h", "tests/stand_alone_test.py"}

errors = []
looked_at = 0
for path in sorted((ROOT / "tests").rglob("*")):
    name = str(path.relative_to(ROOT))
    if path.suffix not in {".h", ".cpp", ".py", ".sh", ".txt"} or "/golden/schedules/" in name:
        continue
    looked_at += 1
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        if OUTSIDE.search(line) and name != "tests/stand_alone_test.py":
            errors.append(f"{name}:{number} reads what is not in the tree")
        if SLEEP.search(line) and name not in MAY_SLEEP and not name.startswith("tests/bench/"):
            errors.append(f"{name}:{number} sleeps; wait for the event itself")
if looked_at < 100:
    errors.append(f"only {looked_at} files found under {ROOT}/tests")

print("\n".join(errors) or f"{looked_at} files stand alone and wait for events")
sys.exit(bool(errors))
