#!/usr/bin/env python3
"""fault_sweep.py BIN SHIM: saving, recording and checkpointing while the n-th call fails.

For each kind of call and n = 1, 2, 3 … 24, 28, 33 … until nothing fails any more: no program is ended by a
signal, an exit code of 0 means that all of the new file is there, any other that the old one is
whole, and a sentence says so. SHIM is preloaded; sanitized programs cannot be tried (exit 77).
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BIN, SHIM = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
KINDS = ("write", "short", "sync", "rename", "space")
DENSE = 24  # every one of so many first calls of a kind; of later ones, each a fifth further on
MOST = 5000
MOST_SECONDS = 120  # of one command
failures = []
RUN = """bubblescope: 1
name: Two
parallel: {pipeline: 2}
batch: {micro: 1, global: 4}
schedule: {name: 1f1b}
costs: {forward: 1000, input_grad: 1000, weight_grad: 1000}
"""
TRAIN = """bubblescope: 1
name: tiny
model: {layers: 2, hidden: 32, heads: 4, vocab: 256, sequence: 32}
parallel: {pipeline: 1}
batch: {micro: 2, global: 4}
schedule: {name: 1f1b}
training: {learning_rate: 0.003, checkpoint_every: 1}
"""


def environment(place):
    return {"PATH": os.environ["PATH"], "HOME": str(place), "XDG_STATE_HOME": str(place / "state"),
            "XDG_RUNTIME_DIR": str(place)}


def run(place, command, more=None):
    """One that does not end is killed with all that it started, which may hold its pipes."""
    process = subprocess.Popen([str(word) for word in command], cwd=place, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=environment(place) | (more or {}),
                               start_new_session=True)
    try:
        out, err = process.communicate(timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        out, err = b"", f"{command[0]} did not end within {MOST_SECONDS} s".encode()
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def sweep(name, prepare, command, check):
    """Tries `command` with each call failing in turn; `check(done, fired)` gives what is wrong."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = list(pool.map(lambda kind: sweep_kind(name, kind, prepare, command, check), KINDS))
    if sum(failed) == 0:
        failures.append(f"{name}: no call failed: {SHIM} is not loaded")


def sweep_kind(name, kind, prepare, command, check):
    """How many calls failed, one after the other."""
    number = tried = 0
    while number < MOST:
        number += 1 if number < DENSE else number // 5
        tried += 1
        with tempfile.TemporaryDirectory(prefix="bubblescope-faults-") as folder:
            place = Path(folder).resolve()
            os.chmod(place, 0o700)
            under = prepare(place)
            shim = {"LD_PRELOAD": str(SHIM), "FAIL_KIND": kind, "FAIL_AT": str(number),
                    "FAIL_UNDER": str(under), "FAIL_TOLD": str(place / "told")}
            done = command(place, shim)
            fired = (place / "told").exists()
            wrong = check(place, done, fired)
            if done.returncode < 0 or done.returncode >= 128:
                wrong.append(f"ended by a signal: {done.returncode}")
            for sentence in wrong:
                failures.append(f"{name}: {kind} {number}: {sentence}\n    "
                                + done.stderr.decode(errors="replace")[-400:])
        if not fired:
            print(f"{name}: {kind}: {tried - 1} calls failed, one after the other", flush=True)
            return tried - 1
    failures.append(f"{name}: {kind}: more than {MOST} calls")
    return tried


def saving():
    old = "bubblescope: 1\n# the old one\n"

    def prepare(place):
        (place / "in.yaml").write_text(RUN)
        (place / "out").mkdir()
        (place / "out/kept.yaml").write_text(old)
        return place / "out"

    def command(place, shim):
        return run(place, [BIN / "bubblescope-plan", "convert", "in.yaml", "--from", "bubblescope", "--to", "bubblescope",
                           "--output", "out/kept.yaml"], shim)

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        prepare(place)
        assert command(place, {}).returncode == 0
        new = (place / "out/kept.yaml").read_text()
    assert new != old

    def check(place, done, fired):
        kept = (place / "out/kept.yaml").read_text()
        if done.returncode == 0:
            return [] if kept == new else ["says it is saved, but it is not"]
        # Where the disk complains after the new file has taken its place, that is said, too.
        wrong = [] if kept in (old, new) else ["neither the old file nor the new one is whole"]
        if not done.stderr:
            wrong.append("says nothing")
        left = [file.name for file in (place / "out").iterdir() if file.name != "kept.yaml"]
        return wrong + (["leaves " + " ".join(left)] if left else [])

    sweep("saving", prepare, command, check)


def steps_of(report):
    return sum(step["whole"] for step in json.loads(report)["steps"])


def recording():
    def prepare(place):
        (place / "run.yaml").write_text(RUN)
        return place / "recording"

    def command(place, shim):
        return run(place, [BIN / "bubblescope-run", "run.yaml", "--steps", "2", "--record",
                           "recording", "--json", "out.json"], shim)

    def check(place, done, fired):
        wrong = []
        again = run(place, [BIN / "bubblescope-run", "replay", place / "recording", "--json", "-"])
        if again.returncode < 0 or again.returncode >= 128:
            wrong.append(f"replay ended by a signal: {again.returncode}")
        if done.returncode != 0 and not done.stderr:
            wrong.append("says nothing")
        if done.returncode == 0:
            told = json.loads((place / "out.json").read_text())["telemetry"]
            if told["unlogged"] == 0 and (again.returncode != 0 or steps_of(again.stdout) != 2):
                wrong.append("says that all is recorded, but it is not")
        return wrong

    sweep("recording", prepare, command, check)


def checkpointing():
    """A rank on its own: a run would not hand its LD_PRELOAD on to its ranks."""
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder).resolve() / "first"
        first.mkdir()
        return sweepCheckpoints(first)


def sweepCheckpoints(first):
    """`first`: an empty folder for the checkpoint that all begin with."""

    def prepare(place):
        (place / "train.yaml").write_text(TRAIN)
        shutil.copytree(first / "checkpoints", place / "checkpoints")
        return place / "checkpoints"

    def engine(place, steps, more, shim=None):
        (place / "checkpoints").mkdir(exist_ok=True)
        return run(place, [BIN / "bubblescope-engine", "train.yaml", "--no-telemetry", "--device",
                           "cpu", "--steps", steps, "--checkpoints", place / "checkpoints", *more],
                   shim)

    def command(place, shim):
        return engine(place, 1, ["--resume", place / "checkpoints"], shim)

    def check(place, done, fired):
        again = engine(place, 1, ["--resume", place / "checkpoints"])
        return [] if again.returncode == 0 else ["no checkpoint is left that can be gone on from: "
                                                  + again.stderr.decode(errors="replace")[-300:]]

    (first / "train.yaml").write_text(TRAIN)
    begun = engine(first, 1, [])
    if begun.returncode != 0:
        failures.append("checkpointing: no first checkpoint: " + begun.stderr.decode()[-400:])
        return
    sweep("checkpointing", prepare, command, check)


def main():
    with tempfile.TemporaryDirectory() as folder:
        tried = run(Path(folder), [BIN / "bubblescope-plan", "--version"], {"LD_PRELOAD": str(SHIM)})
        if b"ASan" in tried.stderr or b"Sanitizer" in tried.stderr:
            print("skipped: a sanitized program takes no preloaded library")
            sys.exit(77)
    wanted = sys.argv[3:] or ["saving", "recording", "checkpointing"]
    for part in wanted:
        if part != "saving" and shutil.which("mpirun") is None:
            print(f"{part}: left out, there is no mpirun")
            continue
        {"saving": saving, "recording": recording, "checkpointing": checkpointing}[part]()
    for failure in failures:
        print(failure)
    sys.exit(1 if failures else 0)


main()
