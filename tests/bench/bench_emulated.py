#!/usr/bin/env python3
"""Measures how well emulated runs keep the planned makespan:
bench_emulated.py ENGINE [--ranks 4,8,16,32] [--schedule 1f1b] [--op-us 5000] [--bytes-hidden H]

Real mpirun, real messages, 16 microbatches, 10 steps. Makespan is wall clock: the end
of the last op of any rank, from the common start of the step.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile

STRATEGY = """bubblescope: 1
name: bench
{model}parallel: {{pipeline: {ranks}, chunks: {chunks}}}
batch: {{micro: 1, global: {microbatches}}}
schedule: {{name: {schedule}}}
costs: {{forward: {op}, input_grad: {op}, weight_grad: {op}, transfer: {transfer}}}
"""
STEP = re.compile(r"^step \d+: ([\d.]+) ms measured, ([\d.]+) ms predicted", re.M)
LATENESS = re.compile(r"^rank \d+: lateness median ([\d.]+) us, p99 ([\d.]+) us, max ([\d.]+)", re.M)


def measure(options, ranks, directory):
    model = f"model: {{layers: {ranks * options.chunks}, hidden: {options.hidden}}}\n" \
        if options.hidden else ""
    path = os.path.join(directory, f"{ranks}.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(STRATEGY.format(model=model, ranks=ranks, chunks=options.chunks,
                                   microbatches=options.microbatches, op=options.op_us,
                                   schedule=options.schedule, transfer=options.transfer_us))
    command = ["mpirun", "--oversubscribe", "-n", str(ranks)]
    if os.getuid() == 0:
        command.insert(1, "--allow-run-as-root")
    command += [options.engine, path, "--no-telemetry", "--steps", str(options.steps), "--report"]
    environment = {k: v for k, v in os.environ.items() if k != "OPENBLAS_CORETYPE"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600,
                         check=False)
    if run.returncode != 0:
        sys.exit(f"bench_emulated: {ranks} ranks: {run.stderr.strip()}")
    steps = [(float(a), float(b)) for a, b in STEP.findall(run.stdout)]
    lateness = [tuple(map(float, found)) for found in LATENESS.findall(run.stdout)]
    return steps, lateness


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("--ranks", default="4,8,16,32")
    parser.add_argument("--schedule", default="1f1b")
    parser.add_argument("--chunks", type=int, default=1)
    parser.add_argument("--microbatches", type=int, default=16)
    parser.add_argument("--op-us", type=int, default=5000)
    parser.add_argument("--transfer-us", type=int, default=0)
    parser.add_argument("--hidden", type=int, default=0, help="model width; 0: 64 KiB messages")
    parser.add_argument("--steps", type=int, default=10)
    options = parser.parse_args()

    load = os.getloadavg()[0]
    print(f"{options.schedule}, {options.microbatches} microbatches, {options.op_us} us an op part, "
          f"{options.steps} steps, {os.cpu_count()} cores, load {load:.1f} before")
    print("ranks  predicted ms  median ms   error %  worst step %  "
          "lateness us: median      p99      max")
    with tempfile.TemporaryDirectory() as directory:
        for ranks in map(int, options.ranks.split(",")):
            steps, lateness = measure(options, ranks, directory)
            predicted = steps[0][1]
            median = statistics.median(measured for measured, _ in steps)
            worst = max(measured for measured, _ in steps)
            print(f"{ranks:5}  {predicted:12.3f}  {median:9.3f}  {100 * (median / predicted - 1):8.3f}"
                  f"  {100 * (worst / predicted - 1):12.3f}"
                  f"  {statistics.median(l[0] for l in lateness):19.1f}"
                  f" {max(l[1] for l in lateness):8.1f} {max(l[2] for l in lateness):8.1f}", flush=True)


if __name__ == "__main__":
    main()
