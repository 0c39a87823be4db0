#!/usr/bin/env python3
"""links.py BIN SLOWSWITCH [predict]: what a run over two nodes says of the way between them. Each node has its own clock,
1 000 s from the other's, and still nothing is received before it was sent, over quick links and slow ones. With `predict`,
on a machine that does nothing else: costs that were taken from a run over slow links predict the next one within 3 %."""

import json
import pathlib
import sys

from cluster import Cluster, skip_unless_possible

BIN = pathlib.Path(sys.argv[1])
MOST_ERROR = 0.03
TRAINS = """bubblescope: 1
name: trains
model: {layers: 4, hidden: 64, heads: 2, vocab: 64, sequence: 128}
parallel: {pipeline: 2}
batch: {micro: 8, global: 64}
schedule: {name: 1f1b}
cluster: {device: cpu}
training: {seed: 7}
"""
PROGRAMS = ("bubblescope-plan",)


class Runs:
    def __init__(self, cluster):
        self.cluster = cluster
        self.bin = cluster.shared / "bin"
        self.file = cluster.home / "trains.yaml"
        self.file.write_text(TRAINS)

    def train(self, file, name, steps):
        """A run over both nodes, a rank on each: its report."""
        report = self.cluster.home / f"{name}.json"
        record = self.cluster.home / name
        self.cluster.head("salloc", "-N2", "-n2", "--ntasks-per-node=1", self.bin / "bubblescope-run", file, "--device",
                          "cpu", "--steps", steps, "--record", record, "--json", report, timeout=400)
        return record, json.loads(report.read_text())


def median(values):
    values = sorted(values)
    return (values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2


def nothing_is_received_before_it_is_sent(runs, record):
    trace = json.loads(runs.cluster.head(runs.bin / "bubblescope-run", "export", record, "--format", "chrome").stdout)
    events = [event for event in trace["traceEvents"] if event["ph"] == "X" and event["cat"] in ("send", "receive")]
    key = lambda event: tuple(event["args"][name] for name in ("step", "stage", "microbatch"))
    # Of two stages each sends one way only, so the stage says which message it is.
    sends = {key(event): event for event in events if event["cat"] == "send"}
    receives = [event for event in events if event["cat"] == "receive"]
    early = [(event, sends[key(event)]) for event in receives
             if event["ts"] + event["dur"] < sends[key(event)]["ts"]]
    assert len(receives) == len(sends) > 100, (len(receives), len(sends))
    assert not early, early[:2]
    shortest = min(event["ts"] + event["dur"] - sends[key(event)]["ts"] for event in receives)
    print(f"{len(receives)} messages, the quickest {shortest:.0f} us from its send to its receipt")
    return shortest


def calibrated_costs_predict_the_next_run(runs, record):
    fitted = runs.cluster.home / "fitted.yaml"
    told = runs.cluster.head(runs.bin / "bubblescope-plan", "calibrate", record, runs.file, "-o", fitted).stderr
    _, report = runs.train(fitted, "again", 40)
    seconds = median([step["seconds"] for step in report["steps"]][2:])
    predicted = report["predicted"]["step_seconds"]
    error = predicted / seconds - 1
    print(f"predicted {predicted * 1e3:.2f} ms, took {seconds * 1e3:.2f} ms ({error:+.2%})")
    assert abs(error) <= MOST_ERROR, told


def main():
    skip_unless_possible()
    for link, least in (("", 0), ("1000 1000", 1000)): # 1 Gbit/s and 1 ms
        settings = {"link": link, "switch": sys.argv[2]} if link else {}
        with Cluster(nodes=2, programs=BIN, clocks=1000, **settings) as cluster:
            cluster.take(*(BIN / name for name in PROGRAMS))
            runs = Runs(cluster)
            record, _ = runs.train(runs.file, "first", 40)
            print("slow links" if link else "fast links", flush=True)
            assert nothing_is_received_before_it_is_sent(runs, record) >= least
            if link and sys.argv[3:] == ["predict"]:
                calibrated_costs_predict_the_next_run(runs, record)


if __name__ == "__main__":
    main()
