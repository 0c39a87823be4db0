#!/usr/bin/env python3
"""ends.py BIN [TEST...]: how runs over several nodes end: a rank, a node, the supervisor or srun killed, the job cancelled, its time
over, stopped from another node. Each has the right words, and no rank is left anywhere."""

import json
import pathlib
import signal
import subprocess
import sys

from cluster import Cluster, skip_unless_possible, until

BIN = pathlib.Path(sys.argv[1])
EMULATED = """bubblescope: 1
name: paced
parallel: {pipeline: 4}
batch: {micro: 1, global: 8}
schedule: {name: 1f1b}
costs: {forward: 4000, input_grad: 4000, weight_grad: 4000, transfer: 0}
"""
TRAINS = """bubblescope: 1
name: trains
model: {layers: 4, hidden: 32, heads: 2, vocab: 256, sequence: 32}
parallel: {pipeline: 2, data: 2}
batch: {micro: 1, global: 8}
schedule: {name: 1f1b}
cluster: {device: cpu}
training: {seed: 7}
"""


class Runs:
    def __init__(self, cluster):
        self.cluster = cluster
        self.program = cluster.shared / "bin/bubblescope-run"
        self.folder = cluster.home / "state/bubblescope/runs"
        for name, text in (("emulated", EMULATED), ("trains", TRAINS)):
            (cluster.home / f"{name}.yaml").write_text(text)

    def words(self, name="emulated", steps=100000, *more):
        return [self.program, self.cluster.home / f"{name}.yaml", "--steps", steps,
                "--device", {"emulated": "emulated", "trains": "cpu"}[name], *more]

    def records(self):
        return {path.parent.name: json.loads(path.read_text()) for path in self.folder.glob("*/run.json")}

    def started(self, before):
        """The run that is new and goes on, once its ranks have recorded something."""
        def found():
            new = [run for run in self.records() if run not in before]
            return new and (self.folder / new[0] / "events.bslog").exists() and new[0]
        run = until(found, 60, "the run starts")
        log = next((self.folder / run).glob("events*"))
        until(lambda: log.stat().st_size > 4096, 60, "its ranks record")
        return run

    def batch(self, *words, name="emulated", steps=100000, more=(), sbatch=()):
        """A run in a batch job of two nodes: the job's number and the run's name."""
        before = set(self.records())
        script = self.cluster.home / "job.sh"
        script.write_text("#!/bin/sh\nexec " + " ".join(map(str, self.words(name, steps, *more))) + "\n")
        job = self.cluster.head("sbatch", "--parsable", "-N2", "-n4", "-o", self.cluster.home / "job.log", *sbatch,
                                script).stdout.strip()
        return job, self.started(before)

    def tell(self):
        """What the launcher of the newest run has written, where a test has failed."""
        logs = sorted(self.folder.glob("*/run.log"), key=lambda path: path.stat().st_mtime)
        told = [path for path in (self.cluster.home / "job.log", *logs[-1:]) if path.exists()]
        print(*(f"== {path}\n{path.read_text()[-4000:]}" for path in told), sep="\n", flush=True)

    def engines(self, host):
        found = self.cluster.run(host, "pgrep", "-f", "bubblescope-engin[e]", check=False).stdout.split()
        return list(map(int, found))

    def none_left(self, seconds=15, hosts=("n1", "n2")):
        until(lambda: not any(self.engines(host) for host in hosts), seconds, "no rank is left")

    def outcome(self, run, seconds=60):
        return until(lambda: self.records()[run]["outcome"], seconds, f"run {run} ends: {self.records()[run]}")


def a_rank_of_another_node_is_killed(runs):
    job, run = runs.batch()
    runs.cluster.run("n2", "kill", "-KILL", runs.engines("n2")[0])
    outcome = runs.outcome(run)
    assert outcome.startswith("failed: rank ") and " on n2 was killed by signal 9" in outcome, outcome
    runs.none_left()


def the_job_is_cancelled(runs):
    job, run = runs.batch()
    runs.cluster.head("scancel", job)
    outcome = runs.outcome(run)
    assert outcome == f"stopped: the Slurm job {job} was cancelled", outcome
    runs.none_left()


def its_step_is_cancelled(runs):
    job, run = runs.batch()
    runs.cluster.head("scancel", f"{job}.1") # its first step has asked the hosts
    outcome = runs.outcome(run)
    assert outcome == f"stopped: the Slurm job {job} was cancelled", outcome
    runs.none_left()


def it_is_preempted(runs):
    job, run = runs.batch(sbatch=("--exclusive", "--no-requeue"))
    other = runs.cluster.head("sbatch", "--parsable", "-p", "urgent", "-N2", "--exclusive", "-o", "/dev/null", "--wrap",
                              "sleep 1").stdout.strip()
    outcome = runs.outcome(run)
    assert outcome == f"failed: the Slurm job {job} was preempted by another job", outcome
    runs.none_left()
    runs.cluster.until_job(other, "COMPLETED")


def it_is_stopped_from_another_node(runs):
    job, run = runs.batch()
    listed = json.loads(runs.cluster.run("n2", runs.program, "list", "--json").stdout)
    entry = next(entry for entry in listed if entry["run"] == run)
    assert entry["state"] == "running" and entry["standing"] == f"running on n1 in job {job}", entry
    done = runs.cluster.run("n2", runs.program, "stop", run, check=False)
    assert done.returncode == 0 and "has ended: stopped" in done.stderr, done
    runs.none_left()


def a_viewer_on_another_node_follows_it(runs):
    before = set(runs.records())
    script = runs.cluster.home / "job.sh"
    script.write_text("#!/bin/sh\nexec " + " ".join(map(str, runs.words(steps=60))) + "\n")
    runs.cluster.head("sbatch", "--parsable", "-N2", "-n4", "-o", runs.cluster.home / "job.log", script)
    run = runs.started(before)
    report = runs.cluster.home / "attached.json"
    done = runs.cluster.head(runs.program, "attach", run, "--json", report, check=False)
    assert done.returncode == 0, done
    shown = json.loads(report.read_text())
    assert shown["outcome"] == "completed" and len(shown["steps"]) == 60, shown["outcome"]
    assert not (runs.folder / run / "connection.json").exists() # its keys are gone with it


def the_supervisor_of_an_allocation_is_killed(runs):
    """On the head, which is no node of the job: its guard ends srun, and with it the ranks."""
    before = set(runs.records())
    held = runs.cluster.start("head", "salloc", "-N2", "-n4", *runs.words(), stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    run = runs.started(before)
    runs.cluster.run("head", "kill", "-KILL", runs.records()[run]["supervisor"]["pid"])
    runs.none_left()
    held.wait(timeout=60)
    listed = json.loads(runs.cluster.head(runs.program, "list", "--json").stdout)
    assert next(entry for entry in listed if entry["run"] == run)["state"] == "lost"


def all_sruns_of_an_allocation_are_killed(runs):
    before = set(runs.records())
    held = runs.cluster.start("head", "salloc", "-N2", "-n4", *runs.words(), stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    run = runs.started(before)
    runs.cluster.run("head", "pkill", "-KILL", "srun")
    outcome = runs.outcome(run)
    assert outcome.startswith("failed: srun was killed by signal 9"), outcome
    runs.none_left()
    held.wait(timeout=60)


def its_time_is_over_and_it_goes_on(runs):
    """Slurm announces the limit; the run saves what it knows, goes back into the queue and goes on from there."""
    record = runs.cluster.home / "goes-on"
    steps = 400
    script = runs.cluster.home / "job.sh"
    words = runs.words("trains", steps, "--record", record, "--requeue")
    script.write_text("#!/bin/sh\nexec " + " ".join(map(str, words)) + "\n")
    job = runs.cluster.head("sbatch", "--parsable", "-N2", "-n4", "--requeue", "--time", "10", "-o",
                            runs.cluster.home / "job.log", script).stdout.strip()
    until(lambda: (record / "run.json").exists(), 60, "the run starts")
    until(lambda: any(path.stat().st_size > 20000 for path in record.glob("events*")), 60, "it takes some steps")
    runs.cluster.head("scancel", "--batch", "--signal=USR1", job) # as --signal=B:USR1@120 has it
    first = until(lambda: json.loads((record / "run.json").read_text())["outcome"], 60, "it stops")
    assert first == f"stopped: at the time limit of job {job}, which goes back into the queue", first
    assert list((record / "checkpoints").iterdir())
    # Slurm waits for two minutes before it begins a job again; here nobody has to.
    until(lambda: runs.cluster.job(job)[0] == "PENDING", 60, "the job waits again")
    runs.cluster.head("scontrol", "update", f"JobId={job}", "StartTime=now+4", check=False) # not the second that it ended in
    again = pathlib.Path(f"{record}-restart-1")
    second = until(lambda: (again / "run.json").exists()
                   and json.loads((again / "run.json").read_text())["outcome"], 240, "it goes on to its end")
    assert second == "completed", second
    steps_of = lambda folder: [step["step"] for step in json.loads((folder / "report.json").read_text())["steps"]]
    assert steps_of(record) + steps_of(again) == list(range(steps)) # none twice, none left out
    runs.none_left()


def a_node_is_lost(runs):
    job, run = runs.batch(sbatch=("--no-requeue",))
    runs.cluster.lose("n2")
    outcome = runs.outcome(run, 90) # SlurmdTimeout is 20 s
    assert outcome.startswith("failed: ") and ("nothing is heard from n2 any more" in outcome or "lost its node n2" in outcome), outcome
    runs.none_left(hosts=("n1",))


def main():
    skip_unless_possible()
    with Cluster(nodes=2, programs=BIN, clocks=1000) as cluster:
        runs = Runs(cluster)
        for test in (a_rank_of_another_node_is_killed, the_job_is_cancelled, its_step_is_cancelled, it_is_preempted,
                     it_is_stopped_from_another_node, a_viewer_on_another_node_follows_it,
                     the_supervisor_of_an_allocation_is_killed, all_sruns_of_an_allocation_are_killed,
                     its_time_is_over_and_it_goes_on, a_node_is_lost):
            if sys.argv[2:] and test.__name__ not in sys.argv[2:]:
                continue
            print(test.__name__, flush=True)
            try:
                test(runs)
            except BaseException:
                runs.tell()
                raise


if __name__ == "__main__":
    main()
