#!/usr/bin/env python3
"""Opening a file runs no other program and connects to nothing, in the commands and in the window.

opening_test.py BIN SOURCE: traces the programs in BIN by strace while they open strategies, a
recording, and files of other formats, harmless and hostile. Run by ctest; without strace it is
skipped, which exit code 77 says.

A window that is given a display connects to it and, through it, to the desktop's D-Bus; here it
draws offscreen and nothing is left to connect to. `bubblescope --attach RUN` and `--replay RUN`
ask `bubblescope-run list` which runs there are: that one program, of our own, is allowed there.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import tracing

BIN, SOURCE = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
HOSTILE = """#!/bin/bash
touch CANARY; curl http://127.0.0.1:9/; $(touch CANARY) `touch CANARY`
exec 3<>/dev/tcp/127.0.0.1/9
torchrun pretrain_gpt.py --num-layers 4 --hidden-size 64 --num-attention-heads 4 \\
    --pipeline-model-parallel-size 2 --micro-batch-size 1 --global-batch-size 8 \\
    --seq-length 32 --wandb-project "$(touch CANARY)"
"""
failures = []


def traced(place, command, allowed=()):
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(place), "QT_QPA_PLATFORM": "offscreen",
                   "XDG_STATE_HOME": str(place / "state"), "XDG_RUNTIME_DIR": str(place)}
    done, lines = tracing.trace("execve,execveat,connect,sendto,sendmsg,bind,listen", command,
                                place / "trace", cwd=place, env=environment)
    words = " ".join(map(str, command))
    calls = [line for line in lines if "(" in line]
    begun = [line for line in calls if "execve" in line]
    if not begun or not re.search(r"execve\(\"" + re.escape(str(command[0])), begun[0]):
        failures.append(f"{words}: the trace does not show its own start: {calls[:1]}")
    for line in calls:
        if line == begun[0] or any(re.search(pattern, line) for pattern in allowed):
            continue
        failures.append(f"{words}: {line}")
    if (place / "CANARY").exists():
        failures.append(f"{words}: ran what the file says")
        (place / "CANARY").unlink()
    return done


def check(place):
    hostile = place / "hostile.sh"
    hostile.write_text(HOSTILE)
    strategies = sorted((SOURCE / "resources/strategies").glob("*.yaml"))
    fixtures = SOURCE / "tests/strategy/convert/fixtures"
    imports = [hostile] + sorted(fixtures.glob("*/*.sh"))[:3] + sorted(fixtures.glob("*/*.toml"))[:2]
    made = subprocess.run(
        [BIN / "bubblescope-run", SOURCE / "resources/strategies/first-run.yaml", "--steps", "2",
         "--record", place / "recording"], capture_output=True,
        env={"PATH": os.environ["PATH"], "HOME": str(place), "XDG_STATE_HOME": str(place / "state"),
             "XDG_RUNTIME_DIR": str(place)})
    recorded = made.returncode == 0
    print("recording:", "made" if recorded else "left out: " + made.stderr.decode()[-200:])

    count = 0
    plan, run, window = (BIN / name for name in ("bubblescope-plan", "bubblescope-run", "bubblescope"))
    for file in strategies[:4]:
        for command in ("check", "estimate", "simulate", "convert"):
            traced(place, [plan, command, file])
            count += 1
    for file in imports:
        traced(place, [plan, "convert", file])
        count += 1
    if recorded:
        for command in (["replay", place / "recording"], ["list"], ["list", "--json"],
                        ["export", place / "recording", "--format", "csv"],
                        ["recover", place / "recording"]):
            traced(place, [run] + command)
            count += 1
    if window.exists():
        picture = place / "window.png"
        opened = [[strategies[0]], [hostile], [imports[1]]]
        if recorded:
            opened.append(["--replay", place / "recording"])
        for what in opened:
            picture.unlink(missing_ok=True)
            # A window asks for the runs there are only where it is to show one.
            listing = [rf'execve\("{re.escape(str(run))}", \["[^"]*", "list", "--json"\]']
            done = traced(place, [window] + what + ["--screenshot", picture],
                          listing if what[0] == "--replay" else ())
            if what[0] in (strategies[0], "--replay") and not picture.exists():
                failures.append(f"the window did not open {what}: {done.stderr.decode()[-300:]}")
            count += 1
    else:
        print("window: not built here")
    return count


def main():
    tracing.skip_without_strace()
    with tempfile.TemporaryDirectory(prefix="bubblescope-opening-") as name:
        count = check(Path(name))
    for failure in failures:
        print(failure)
    print(f"{count} openings traced, {len(failures)} calls that should not be")
    sys.exit(1 if failures else 0)


main()
