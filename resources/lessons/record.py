#!/usr/bin/env python3
"""Records anew the runs that the lessons bring along, for machines where nothing can be started.

    record.py BIN [NAME...]      BIN: the folder of bubblescope-plan and bubblescope-run

Each is the run of a step, exactly as the window would start it. Where a step slows a rank down or
flips a bit, the seed beside its name draws where. A recording that its step does not accept is not
kept.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
SEEDS = {"slowed": 7, "slow-training": 5, "flipped-bit": 3}
STALLED = "stalled"  # a rank is held up by hand


def steps_that_run(lesson):
    """Of each: its id, the recording it names, the step it goes on from, if any."""
    step = ""
    for line in lesson.read_text(encoding="utf-8").splitlines():
        if found := re.match(r"  - id: (\S+)", line):
            step = found[1]
        if re.match(r"    run: ", line) and (name := re.search(r"recording: ([a-z0-9-]+)", line)):
            resumed = re.search(r"resume: (\S+?)[,}]", line)
            yield step, name[1], resumed[1] if resumed else None


def plan(bin_folder, *words):
    return subprocess.run([bin_folder / "bubblescope-plan", "lesson", *words], check=True,
                          capture_output=True, text=True).stdout


def hold_ranks(run):
    """Stops a rank in the middle of its work, twice, as a machine does that is busy with something else."""
    for rank, held in ((1, 0.35), (0, 0.25)):
        time.sleep(1.2)
        ranks = [int(folder.name) for folder in pathlib.Path("/proc").iterdir()
                 if folder.name.isdigit() and b"bubblescope-engine" in command_of(folder)]
        if run.poll() is not None or len(ranks) <= rank:
            return
        os.kill(sorted(ranks)[rank], signal.SIGSTOP)
        time.sleep(held)
        os.kill(sorted(ranks)[rank], signal.SIGCONT)


def command_of(process):
    try:
        return (process / "cmdline").read_bytes().split(b"\0")[0]
    except OSError:
        return b""


def record(bin_folder, lesson, step, name, folder, before):
    """Runs the step into `folder`; false where the step does not accept what came of it."""
    strategy = folder.with_suffix(".yaml")
    strategy.write_text(plan(bin_folder, lesson, "--strategy-of", step), encoding="utf-8")
    words = plan(bin_folder, lesson, "--arguments-of", step, "--seed", str(SEEDS.get(name, 0))).split()
    if before:
        words += ["--resume", before]
    run = subprocess.Popen([bin_folder / "bubblescope-run", strategy, *words, "--record", folder],
                           stdout=subprocess.DEVNULL)
    if name == STALLED:
        hold_ranks(run)
    if run.wait() != 0:
        sys.exit(f"{name}: the run failed")
    judged = subprocess.run([bin_folder / "bubblescope-plan", "lesson", lesson, "--judge", step,
                             "--run", folder, *(["--before", before] if before else [])],
                            capture_output=True, text=True)
    print(f"{lesson.stem}: {step}: {name}\n{judged.stdout}{judged.stderr}")
    return judged.returncode == 0


def main():
    bin_folder = pathlib.Path(sys.argv[1]).resolve()
    wanted = sys.argv[2:]
    kept = HERE / "recordings"
    kept.mkdir(exist_ok=True)
    failed = []
    with tempfile.TemporaryDirectory() as scratch:
        for lesson in sorted(HERE.glob("*.yaml")):
            folders = {}
            for step, name, resumed in steps_that_run(lesson):
                if wanted and name not in wanted:
                    continue
                folders[step] = pathlib.Path(scratch) / name
                if not folders[step].exists() and not record(bin_folder, lesson, step, name, folders[step],
                                                             folders.get(resumed)):
                    failed.append(name)
                    continue
                shutil.copy(folders[step] / "events.bslog", kept / f"{name}.bslog")
    if failed:
        sys.exit("not accepted: " + ", ".join(failed))


main()
