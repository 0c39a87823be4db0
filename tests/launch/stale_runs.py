#!/usr/bin/env python3
"""stale_runs.py BIN [RUNS [SEED]]: runs in a row at the same endpoints, half of them killed at a random moment.

What is left of a killed one is listed and stopped at once; where this may be done (by root), its process
number belongs to a bystander by then, or to the next run. No bystander may be ended, no run be told that an address is
in use, and no process, socket, shared segment or file of MPI's may be left.
"""

import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUN = Path(sys.argv[1]).resolve() / "bubblescope-run"
RUNS = int(sys.argv[2]) if len(sys.argv) > 2 else 10
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().randrange(1 << 32)
STRATEGY = """bubblescope: 1
name: Stale
parallel: {pipeline: 3}
batch: {micro: 1, global: 6}
schedule: {name: 1f1b}
costs: {forward: 1000, input_grad: 1000, weight_grad: 1000, transfer: 0}
"""
VICTIMS = ("supervisor", "supervisor and guard", "mpirun", "rank", "all")
failures = []
chance = random.Random(SEED)


def wrong(sentence):
    failures.append(sentence)
    print(sentence, flush=True)


def until(condition, seconds=30):
    """True once `condition` holds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        select.select([], [], [], 0.02)
    return True


def stat_of(pid):
    """Name, state, parent and start of a process; None where there is none."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    name, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
    return name, rest[0], int(rest[1]), int(rest[19])


def processes():
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit() and (stat := stat_of(entry)):
            found[int(entry)] = stat
    return found


def descendants(pid):
    """Of a process, by their number: name and start."""
    everything = processes()
    found, more = {}, [pid]
    while more:
        parent = more.pop()
        for child, (name, state, its_parent, start) in everything.items():
            if its_parent == parent and state not in "ZX":
                found[child] = (name, start)
                more.append(child)
    return found


def of_runs(runs):
    """Living processes that carry the name of one of the runs."""
    marks = {f"BUBBLESCOPE_RUN={run}".encode() for run in runs}
    found = []
    for pid, (name, state, *_) in processes().items():
        try:
            environment = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if state not in "ZX" and marks & set(environment):
            found.append(f"{name} ({pid})")
    return found


class Place:
    def __init__(self, base):
        self.base = base
        self.runs = base / "state/bubblescope/runs"
        self.sockets = base / f"bubblescope-{os.getuid()}"
        (base / "meet").mkdir(mode=0o700)
        (base / "run.yaml").write_text(STRATEGY)
        self.endpoints = ["", f"ipc://{base}/meet/viewers"]
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(base), "XDG_STATE_HOME": str(base / "state"),
                            "XDG_RUNTIME_DIR": str(base)}

    def start(self, steps, endpoint, more=(), pid=None):
        """In the foreground, so that it is our child; as process `pid`, where that can be."""
        command = [RUN, self.base / "run.yaml", "--steps", str(steps), *more, *(["--listen", endpoint] if endpoint else [])]
        with open(self.base / "said", "wb") as said:
            if pid is not None:
                next_process(pid)
            return subprocess.Popen(command, env=self.environment, stdout=said, stderr=said, stdin=subprocess.DEVNULL)

    def said(self):
        return (self.base / "said").read_text(errors="replace")

    def command(self, *words):
        return subprocess.run([RUN, *words], env=self.environment, capture_output=True, text=True, timeout=90)

    def listed(self):
        done = self.command("list", "--json")
        if done.returncode != 0:
            wrong(f"list: {done.returncode}: {done.stderr}")
            return {}
        return {run["run"]: run for run in json.loads(done.stdout)}

    def names(self):
        return set(os.listdir(self.runs)) if self.runs.exists() else set()


def next_process(pid):
    """The next one started is to be process `pid`; another program of this machine may be faster."""
    try:
        Path("/proc/sys/kernel/ns_last_pid").write_text(str(pid - 1))
    except OSError:
        pass


def bystander(pid, environment):
    """A process that nobody may end; it has that number if it can be had."""
    for _ in range(200):
        next_process(pid)
        child = subprocess.Popen(["sleep", "1000"], env=environment, stdin=subprocess.DEVNULL)
        if child.pid == pid or not os.access("/proc/sys/kernel/ns_last_pid", os.W_OK):
            return child
        child.kill()
        child.wait()
    return subprocess.Popen(["sleep", "1000"], env=environment, stdin=subprocess.DEVNULL)


def kill(child, victim):
    """What of the run is there of that kind, now; returns whom it has killed."""
    tree = descendants(child.pid)
    chosen = {"supervisor": [child.pid],
              "supervisor and guard": [child.pid] + [p for p, (name, _) in tree.items() if name == "bubblescope-grd"],
              "mpirun": [p for p, (name, _) in tree.items() if name == "mpirun"],
              "rank": [p for p, (name, _) in tree.items() if name.startswith("bubblescope-en")][:1],
              "all": [child.pid, *tree]}[victim] or [child.pid]
    for pid in chosen:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass # it has ended in this moment
    return tree, chosen


def killed_run(place, number, endpoint, pid):
    """A run that is killed; its number, name (None where it had none yet) and processes, and who was killed."""
    before = place.names()
    victim = chance.choice(VICTIMS)
    child = place.start(1_000_000, endpoint, pid=pid)
    # From its first instructions on to some steps later.
    try:
        child.wait(timeout=chance.choice([0.02, 0.3, 1.5]) * chance.random())
        wrong(f"run {number} at {endpoint or 'its own place'}: ended by itself: {place.said()}")
    except subprocess.TimeoutExpired:
        pass
    tree, chosen = kill(child, victim)
    if child.pid in chosen:
        child.wait()
    else:
        try:
            child.wait(timeout=60)
        except subprocess.TimeoutExpired:
            wrong(f"run {number}: goes on without its {victim}")
            child.kill()
            child.wait()
    new = place.names() - before
    if "in use" in place.said():
        wrong(f"run {number} at {endpoint}: {place.said()}")
    return child.pid, next(iter(new), None), tree, victim


def clear_up(place, number, run, tree, victim):
    """`list` and `stop` of what is left; then nothing may be."""
    if run is not None:
        listed = place.listed()
        if run in listed and listed[run]["state"] == "running":
            wrong(f"run {number}: is listed as running after {victim} was killed")
        stopped = place.command("stop", run)
        # Killed before there was a record, it is no run.
        if stopped.returncode != 0 and run in listed:
            wrong(f"run {number}: stop: {stopped.returncode}: {stopped.stderr}")
    alive = lambda: [pid for pid, (_, start) in tree.items()
                     if (stat := stat_of(pid)) and stat[3] == start and stat[1] not in "ZX"]
    if not until(lambda: not alive() and not (run and of_runs([run]))):
        wrong(f"run {number}: after the end of {victim} there are {[(p, tree[p][0]) for p in alive()]} "
              f"{of_runs([run]) if run else ''}")
    for folder in (place.sockets / run, Path("/dev/shm/bubblescope-" + run)) if run else ():
        if not until(lambda: not folder.exists(), 15):
            wrong(f"run {number}: {folder} is left after {victim} was killed")


def main():
    with tempfile.TemporaryDirectory(prefix="bubblescope-stale-") as folder:
        place = Place(Path(folder).resolve())
        os.chmod(folder, 0o700)
        shm_before = set(os.listdir("/dev/shm"))
        before = set(processes())
        neighbour = json.loads(place.command(place.base / "run.yaml", "--steps", "1000000", "--detach").stdout)
        its_supervisor = json.loads((Path(neighbour["directory"]) / "run.json").read_text())["supervisor"]["pid"]
        assert until(lambda: len([n for n, _ in descendants(its_supervisor).values() if n.startswith("bubblescope-en")]) == 3)
        its_processes = descendants(its_supervisor)
        bystanders = [subprocess.Popen(["sleep", "1000"], env=place.environment | {"BUBBLESCOPE_RUN": neighbour["run"][:-1]})]
        killed = reused = taken = completed = 0
        order = [True] * (RUNS // 2) + [False] * (RUNS - RUNS // 2)
        chance.shuffle(order)
        stale_pid = None
        for number, is_killed in enumerate(order):
            endpoint = place.endpoints[number % len(place.endpoints)]
            if is_killed:
                pid, run, tree, victim = killed_run(place, number, endpoint, stale_pid)
                taken += pid == stale_pid
                killed += 1
                stale_pid = pid
                if number % 2 == 0:
                    bystanders.append(bystander(pid, place.environment | {"BUBBLESCOPE_RUN": (run or "x") + "x"}))
                    reused += bystanders[-1].pid == pid
                    stale_pid = None
                clear_up(place, number, run, tree, victim)
            else:
                child = place.start(2, endpoint, pid=stale_pid)
                taken += child.pid == stale_pid
                stale = [name for name, run in place.listed().items() if run["state"] not in ("running", "completed")]
                for name in stale[:1]: # its number may be that of the run that has just begun
                    place.command("stop", name)
                if child.wait(timeout=120) != 0:
                    wrong(f"run {number} at {endpoint or 'its own place'}: {child.returncode}: {place.said()}")
                completed += child.returncode == 0
                stale_pid = None
            for one in bystanders:
                if one.poll() is not None:
                    wrong(f"run {number}: a bystander was ended")
                    bystanders.remove(one)
        now = descendants(its_supervisor)
        if any(now.get(pid) != about for pid, about in its_processes.items()):
            wrong("the run beside was hurt")
        listed = place.listed()
        if [name for name, run in listed.items() if run["state"] == "running"] != [neighbour["run"]]:
            wrong(f"listed as running: {[name for name, run in listed.items() if run['state'] == 'running']}")
        if place.command("stop", neighbour["run"]).returncode != 0:
            wrong("the run beside cannot be stopped")
        for one in bystanders:
            one.kill()
            one.wait()
        if not until(lambda: not of_runs(place.names() | set(listed))):
            wrong(f"left: {of_runs(place.names() | set(listed))}")
        guards = [pid for pid, (name, state, *_) in processes().items()
                  if pid not in before and name == "bubblescope-grd" and state not in "ZX"
                  and str(place.base) in Path(f"/proc/{pid}/environ").read_text(errors="replace")]
        left = [str(path) for path in [*place.sockets.rglob("*"), *(place.base / "meet").iterdir()]]
        shared = [name for name in set(os.listdir("/dev/shm")) - shm_before
                  if name.removeprefix("bubblescope-") in place.names() | set(listed)]
        for what in (guards, left, shared):
            if what:
                wrong(f"left: {what}")
        print(f"{RUNS} runs, {killed} killed, {completed} completed, {reused} process numbers taken by a bystander, "
              f"{taken} by the next run; {len(failures)} wrong (seed {SEED})")
    sys.exit(1 if failures else 0)


if shutil.which("mpirun") is None:
    print("left out, there is no mpirun")
    sys.exit(77)
main()
