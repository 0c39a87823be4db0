#!/usr/bin/env python3
"""Kills the window at random moments while a run goes on, and counts what that cost the run.

    window_kill_sweep.py BIN [TIMES]      BIN: the folder with the programs

Four emulated ranks run detached. TIMES windows show it one after another, by turns attached to it,
beginning with the tabs of the window before, and given a file that is one of them; each is killed (SIGKILL) between its start and
two seconds later. Then one more attaches, for how long that takes, and one more begins with the
tabs. Prints one line; exits 1 if the run did not outlive every window, if its recording lacks a
record, or if a tab is gone.
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


def run_window(bin_folder, arguments, environment, kill_after, until=None):
    """Milliseconds from its start to the first measured step, or to what `until` says; None if it
    was killed before."""
    window = subprocess.Popen([f"{bin_folder}/bubblescope"] + arguments, env=environment,
                              stderr=subprocess.PIPE, text=True)
    killer = threading.Timer(kill_after, window.kill)
    killer.start()
    milliseconds = None
    for line in window.stderr:
        if found := re.search(rf"{until or 'first measured step'}: (\d+) ms", line):
            milliseconds = int(found.group(1))
            if until:
                window.kill()
    window.wait()
    killer.cancel()
    return milliseconds


# As a window keeps what is open in it: a strategy, and the run in front of it.
SESSION = """\
[session]
front=1
mode=1
tabs\\1\\path={path}
tabs\\2\\run={run}
tabs\\size=2
"""


def tabs_in(settings):
    with open(settings, encoding="utf-8") as file:
        return sorted(re.findall(r"^tabs\\\d+\\(path|run)=(.+)$", file.read(), re.MULTILINE))


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
    settings = f"{folder}/config/bubblescope/bubblescope.conf"
    os.makedirs(os.path.dirname(settings))
    with open(settings, "w", encoding="utf-8") as file:
        file.write(SESSION.format(path=strategy, run=run))
    tabs = tabs_in(settings)
    shown = 0
    try:
        for time in range(times):
            arguments = [["--attach", run], [], [strategy]][time % 3]
            if run_window(bin_folder, arguments, environment, random.uniform(0, 2)) is not None:
                shown += 1
        alive = state_of(bin_folder, run, environment) == "running"
        reattached = run_window(bin_folder, ["--attach", run], environment, 90,
                                until="first measured step")
        reopened = run_window(bin_folder, [], environment, 90, until="first timeline")
        kept = len(tabs) == 2 and tabs_in(settings) == tabs
    finally:
        subprocess.run(command + ["stop", run], env=environment, capture_output=True, check=True)
    replayed = subprocess.run(command + ["replay", run, "--json", "-"], env=environment,
                              capture_output=True, text=True, check=False)
    report = json.loads(replayed.stdout)
    telemetry = report["telemetry"]
    lost = telemetry["sent"] - telemetry["logged"] + telemetry["dropped"]
    print(f"{times} windows killed, {shown} of them after their first measured step; "
          f"the run {'went on' if alive else 'DID NOT GO ON'}; "
          f"attached again in {reattached} ms, opened again in {reopened} ms with its tabs "
          f"{'as they were' if kept else 'CHANGED'}; {len(report['steps'])} steps recorded, "
          f"{lost} records lost; replay ended with {replayed.returncode}")
    good = alive and reattached is not None and reopened is not None and kept
    return 0 if good and lost == 0 and replayed.returncode == 0 else 1


def main():
    bin_folder = os.path.realpath(sys.argv[1])
    times = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    with tempfile.TemporaryDirectory(prefix="bubblescope-window-") as folder:
        return sweep(bin_folder, times, folder)


if __name__ == "__main__":
    sys.exit(main())
