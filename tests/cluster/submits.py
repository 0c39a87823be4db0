#!/usr/bin/env python3
"""submits.py BIN: what CLUSTER.md tells a new user to type, on a cluster that has nothing but the programs and one file:
a run is submitted, waits, is listed with why, is taken out of the queue, or begins, is watched and stopped."""

import json
import pathlib
import sys

from cluster import Cluster, skip_unless_possible, until

BIN = pathlib.Path(sys.argv[1])
TRAINS = """bubblescope: 1
name: trains
model: {layers: 4, hidden: 32, heads: 2, vocab: 256, sequence: 32}
parallel: {pipeline: 2, data: 2}
batch: {micro: 1, global: 8}
schedule: {name: 1f1b}
training: {seed: 7}
"""


class User:
    def __init__(self, cluster):
        self.cluster = cluster
        self.file = cluster.home / "strategy.yaml"
        self.file.write_text(TRAINS)

    def type(self, *words, check=True):
        return self.cluster.head(self.cluster.shared / "bin/bubblescope-run", *words, check=check)

    def submit(self, steps, *more):
        done = self.type("submit", self.file, "--device", "cpu", "--steps", steps, "--nodes", 2, "--time", 30, *more)
        return json.loads(done.stdout)

    def listed(self, run):
        return next(entry for entry in json.loads(self.type("list", "--json").stdout) if entry["run"] == run)

    def ended(self, run):
        return until(lambda: self.listed(run)["outcome"], 120, f"{run} ends: {self.listed(run)}")


def the_script_is_shown(user):
    script = user.type("submit", user.file, "--device", "cpu", "--steps", 200, "--nodes", 2, "--time", 30, "--print").stdout
    assert script.startswith("#!/bin/") and "#SBATCH --nodes=2" in script, script
    assert json.loads(user.type("list", "--json").stdout) == []
    assert user.cluster.head("squeue", "-h").stdout == ""


def it_runs_under_its_own_name(user):
    line = user.submit(20)
    outcome = user.ended(line["run"])
    entry = user.listed(line["run"])
    assert outcome == "completed", (outcome, pathlib.Path(line["output"]).read_text())
    # As the user knows it, and not as the job was given it.
    assert entry["strategy"] == str(user.file) and entry["directory"] == line["directory"], entry
    assert entry["place"]["job"] == line["job"] and entry["place"]["batch"], entry["place"]
    assert [host["ranks"] for host in entry["place"]["hosts"]] == [2, 2], entry["place"]
    assert len(json.loads(user.type("list", "--json").stdout)) == 1
    assert user.type("replay", "last").returncode == 0


def it_waits_and_is_taken_out_of_the_queue(user):
    holder = user.cluster.head("sbatch", "--parsable", "-N2", "--exclusive", "-o", "/dev/null", "--wrap",
                               "sleep 600").stdout.strip()
    user.cluster.until_job(holder, "RUNNING")
    line = user.submit(20)
    entry = until(lambda: (found := user.listed(line["run"]))["job"]["why"] and found, 30, "it says why it waits")
    assert entry["state"] == "queued" and entry["standing"] == "queued", entry
    assert entry["job"]["id"] == line["job"] and entry["job"]["waiting"] == "turn", entry["job"]
    assert line["run"] in user.type("list").stdout
    done = user.type("attach", line["run"], check=False)
    assert done.returncode == 2 and f"has not begun: job {line['job']} is queued" in done.stderr, done
    done = user.type("stop", line["run"])
    assert "will not begin" in done.stderr, done
    assert user.ended(line["run"]) == f"stopped: job {line['job']} was cancelled before the run began"
    user.cluster.head("scancel", holder)
    user.cluster.until_job(holder, "CANCELLED")


def it_is_watched_and_stopped_from_the_login_node(user):
    # On one node: its viewers are served over the network all the same.
    for more in ((), ("--nodes", 1)):
        words = ["submit", user.file, "--device", "cpu", "--steps", 1_000_000, "--time", 30, *(more or ("--nodes", 2))]
        line = json.loads(user.type(*words).stdout)
        entry = until(lambda: (found := user.listed(line["run"]))["state"] == "running" and found, 60, "it begins")
        assert entry["standing"].startswith("running on n"), entry["standing"]
        assert entry["viewer_endpoint"].startswith("tcp://10."), entry["viewer_endpoint"]
        # A viewer of the login node, until it is ended.
        report = user.cluster.home / "seen.json"
        viewer = user.cluster.start("head", user.cluster.shared / "bin/bubblescope-run", "attach", line["run"], "--json",
                                    report)
        until(lambda: (pathlib.Path(line["directory"]) / "events.bslog").stat().st_size > 50_000, 60, "its ranks record")
        done = user.type("stop", line["run"])
        assert "has ended: stopped" in done.stderr, done
        viewer.wait(timeout=60)
        assert json.loads(report.read_text())["steps"], "the viewer saw no step"


def main():
    skip_unless_possible()
    with Cluster(nodes=2, programs=BIN, clocks=1000) as cluster:
        user = User(cluster)
        for test in (the_script_is_shown, it_runs_under_its_own_name, it_waits_and_is_taken_out_of_the_queue,
                     it_is_watched_and_stopped_from_the_login_node):
            if sys.argv[2:] and test.__name__ not in sys.argv[2:]:
                continue
            print(test.__name__, flush=True)
            test(user)


if __name__ == "__main__":
    main()
