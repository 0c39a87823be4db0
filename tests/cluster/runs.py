#!/usr/bin/env python3
"""runs.py BIN: runs of a strategy over several hosts, by srun, by mpirun within a job and by mpirun over ssh: the same
strategy file as on one machine, the same losses, nothing lost of what ranks record, and the right words where there is
no run."""

import json
import pathlib
import subprocess
import sys

from cluster import Cluster, skip_unless_possible

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
        self.run_program = cluster.shared / "bin/bubblescope-run"
        self.files = {}
        for name, text in (("emulated", EMULATED), ("trains", TRAINS)):
            self.files[name] = cluster.home / f"{name}.yaml"
            self.files[name].write_text(text)

    def words(self, name, *more):
        return [self.run_program, self.files[name], "--json", self.cluster.home / "report.json", *more]

    def report(self):
        return json.loads((self.cluster.home / "report.json").read_text())

    def run_record(self, report):
        return json.loads((self.cluster.home / "state/bubblescope/runs" / report["run"] / "run.json").read_text())

    def good(self, done, hosts, steps):
        """A run that completed over that many hosts, with nothing lost; its report."""
        assert done.returncode == 0, done
        report = self.report()
        assert report["outcome"] == "completed", report["outcome"]
        assert len(report["steps"]) == steps
        telemetry = report["telemetry"]
        assert telemetry["sent"] == telemetry["logged"] > 0 and telemetry["dropped"] == 0, telemetry
        place = self.run_record(report)["place"]
        assert len(place["hosts"]) == hosts, place
        assert sum(host["ranks"] for host in place["hosts"]) == report["ranks"]
        return report


def losses(report):
    return [step["loss"] for step in report["steps"]]


def one_host(runs, name, device, steps):
    """What every other way is held against."""
    done = runs.cluster.run("n1", *runs.words(name, "--device", device, "--steps", steps))
    assert done.returncode == 0, done
    return runs.report()


def by_srun(runs, name, device, steps, *more):
    return runs.cluster.head("salloc", "-N2", "-n4", *runs.words(name, "--device", device, "--steps", steps, *more),
                             check=False)


def every_way_trains_alike(runs):
    alone = losses(one_host(runs, "trains", "cpu", 6))
    assert all(loss is not None for loss in alone)
    # From the head, which is no node of the job.
    report = runs.good(by_srun(runs, "trains", "cpu", 6), 2, 6)
    assert losses(report) == alone, (losses(report), alone)
    assert runs.run_record(report)["place"]["launcher"] == "srun"
    report = runs.good(by_srun(runs, "trains", "cpu", 6, "--launcher", "mpirun"), 2, 6)
    assert losses(report) == alone
    assert runs.run_record(report)["place"]["launcher"] == "mpirun"


def emulated_over_two_nodes(runs):
    report = runs.good(by_srun(runs, "emulated", "emulated", 10), 2, 10)
    alone = one_host(runs, "emulated", "emulated", 10)
    assert abs(report["predicted"]["step_seconds"] - alone["predicted"]["step_seconds"]) < 1e-9


def in_a_batch_job(runs):
    """The supervisor is on the first node, and is what a signal to the job's script reaches."""
    script = runs.cluster.home / "job.sh"
    script.write_text("#!/bin/sh\nexec " + " ".join(map(str, runs.words("trains", "--device", "cpu", "--steps", 6))) + "\n")
    script.chmod(0o755)
    runs.cluster.head("sbatch", "--wait", "-N2", "-n4", "-o", runs.cluster.home / "job.log", script, check=False)
    report = runs.report()
    assert report["outcome"] == "completed", (runs.cluster.home / "job.log").read_text()
    place = runs.run_record(report)["place"]
    assert place["batch"] and place["job"] and place["host"] == "n1", place


def placed_as_asked(runs):
    done = by_srun(runs, "emulated", "emulated", 2, "--ranks-per-node", "3")
    report = runs.good(done, 2, 2)
    assert runs.run_record(report)["place"]["hosts"] == [{"name": "n1", "ranks": 3}, {"name": "n2", "ranks": 1}]
    assert "ranks 0-2 on n1 and 3 on n2" in done.stderr, done.stderr
    assert "stages 0-2 on n1, 3 on n2: 1 of 3 hops crosses nodes" in done.stderr, done.stderr


def refusals(runs):
    """Each before any rank starts, in one sentence, with exit code 2 and nothing left behind."""
    folder = runs.cluster.home / "state/bubblescope/runs"
    before = set(folder.iterdir())
    hosts = runs.cluster.home / "hosts"
    for words, said in (
            (["--launcher", "srun"], "this is not inside a Slurm job"),
            (["--nodes", "2"], "there is only this machine"),
            (["--hostfile", hosts], "nowhere")):
        hosts.write_text("n1\nnowhere\n")
        done = runs.cluster.head(*runs.words("emulated", *words), check=False)
        assert done.returncode == 2 and said in done.stderr, (words, done)
    done = by_srun(runs, "emulated", "emulated", 2, "--nodes", "3")
    assert done.returncode == 2 and "--nodes 3: there are only 2 here" in done.stderr, done
    done = by_srun(runs, "emulated", "emulated", 2, "--record", "/tmp/not-shared")
    assert done.returncode == 2 and "does not see the folder of the run" in done.stderr, done
    assert set(folder.iterdir()) == before


def main():
    skip_unless_possible()
    with Cluster(nodes=2, programs=BIN, clocks=1000) as cluster:
        runs = Runs(cluster)
        for test in (every_way_trains_alike, emulated_over_two_nodes, in_a_batch_job, placed_as_asked, refusals):
            print(test.__name__, flush=True)
            test(runs)


if __name__ == "__main__":
    main()
