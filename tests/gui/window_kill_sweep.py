#!/usr/bin/env python3
"""Kills the window at random moments while a run goes on, and counts what that cost the run.

    window_kill_sweep.py BIN [TIMES]      BIN: the folder with the programs

Four emulated ranks run detached. TIMES windows attach to it one after another, each is killed
(SIGKILL) between its start and two seconds later. Then one more attaches, for how long that
takes. Prints one line; exits 1 if the run did not outlive every window, or if its recording
lacks a record.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading

STRATEGY = """\
bubblescope: 1
name: Window sweep
parallel: {pipeline: 4}
batch: {micro: 1, global: 8}
schedule: {name: 1f1b}
costs: {forward: 1000, input_grad: 1000, weight_grad: 1000, transfer: 0}
"""


def run_window(bin_folder, run, environment, kill_after, until_shown=False):
    """Milliseconds from its start to the first measured step; None if it was killed before."""
    window = subprocess.Popen(
        [f"{bin_folder}/bubblescope", "--attach", run],
        env=environment, stderr=subprocess.PIPE, text=True)
    killer = threading.Timer(kill_after, window.kill)
    killer.start()
    milliseconds = None
    for line in window.stderr:
        if found := re.search(r"first measured step: (\d+) ms", line):
            milliseconds = int(found.group(1))
            if until_shown:
                window.kill()
    window.wait()
    killer.cancel()
    return milliseconds


def state_of(bin_folder, run, environment):
    listed = subprocess.run([f"{bin_folder}/bubblescope-run", "list", "--json"],
                            env=environment, capture_output=True, text=True, check=True)
    return next(entry["state"] for entry in json.loads(listed.stdout)
                if entry["run"] == run)


def sweep(bin_folder, times, folder):
    environment = dict(os.environ, XDG_STATE_HOME=f"{folder}/state", XDG_RUNTIME_DIR=folder,
                       XDG_CONFIG_HOME=f"{folder}/config", XDG_DATA_HOME=f"{folder}/data",
                       QT_QPA_PLATFORM="offscreen", BUBBLESCOPE_TIMING="1")
    strategy = f"{folder}/sweep.yaml"
    with open(strategy, "w", encoding="utf-8") as file:
        file.write(STRATEGY)
    command = [f"{bin_folder}/bubblescope-run"]
    started = subprocess.run(command + [strategy, "--steps", "1000000", "--detach"],
                             env=environment, capture_output=True, text=True, check=True)
    run = json.loads(started.stdout)["run"]
    random.seed(1)
    shown = 0
    try:
        for _ in range(times):
            if run_window(bin_folder, run, environment, random.uniform(0, 2)) is not None:
                shown += 1
        alive = state_of(bin_folder, run, environment) == "running"
        reattached = run_window(bin_folder, run, environment, 90, until_shown=True)
    finally:
        subprocess.run(command + ["stop", run], env=environment, capture_output=True, check=True)
    replayed = subprocess.run(command + ["replay", run, "--json", "-"], env=environment,
                              capture_output=True, text=True, check=False)
    report = json.loads(replayed.stdout)
    telemetry = report["telemetry"]
    lost = telemetry["sent"] - telemetry["logged"] + telemetry["dropped"]
    print(f"{times} windows killed, {shown} of them after their first measured step; "
          f"the run {'went on' if alive else 'DID NOT GO ON'}; "
          f"attached again in {reattached} ms; {len(report['steps'])} steps recorded, "
          f"{lost} records lost; replay ended with {replayed.returncode}")
    return 0 if alive and reattached is not None and lost == 0 and replayed.returncode == 0 else 1


def main():
    bin_folder = os.path.realpath(sys.argv[1])
    times = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    with tempfile.TemporaryDirectory(prefix="bubblescope-window-") as folder:
        return sweep(bin_folder, times, folder)


if __name__ == "__main__":
    sys.exit(main())
