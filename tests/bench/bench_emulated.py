#!/usr/bin/env python3
"""Measures how well emulated runs keep the planned makespan:
bench_emulated.py ENGINE [--ranks 4,8,16,32] [--schedule 1f1b] [--op-us 5000] [--hidden H]
bench_emulated.py ENGINE --catalogue [NAME...]

Real mpirun, real messages, 16 microbatches, 10 steps. Makespan is wall clock: the end
of the last op of any rank, from the common start of the step.

With --catalogue every schedule by name, or those given, on 4 ranks (8 where 4 are too
few), by the bubblescope-run beside ENGINE: with equal stages, and with all that costs
can say. Marks what lies more than 1 % from the prediction; the exit code is then 1.
"""

import argparse
import json
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


MOST_ERROR = 0.01


def plan_tool(options, *arguments):
    program = os.path.join(os.path.dirname(os.path.abspath(options.engine)), "bubblescope-plan")
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=120,
                          check=False)


def shape_for(options, name):
    """The first of these shapes that the schedule takes: ranks, chunks, stages."""
    for ranks, chunks in ((4, 2), (4, 1), (8, 2), (8, 1)):
        made = plan_tool(options, "schedule", "--name", name, "--ranks", str(ranks), "--chunks",
                         str(chunks), "--microbatches", str(options.microbatches))
        if made.returncode == 0:
            stages = 1 + max(map(int, re.findall(r"\b(\d+)F\d+", made.stdout)))
            return ranks, chunks, stages
    sys.exit(f"bench_emulated: {name} takes no shape: {made.stderr.strip()}")


def uneven_costs(op, ranks, stages):
    def spread(period):
        return [round(op * (0.6 + 0.8 * (stage * 7 % period) / period)) for stage in range(stages)]
    return {"forward": spread(5), "input_grad": spread(3), "weight_grad": spread(4),
            "recompute": [op // 4 * (stage % 2) for stage in range(stages)],
            "transfer": [op // 20 * (1 + stage % 3) for stage in range(stages - 1)],
            "rank_factors": [1.25 if rank == 1 else 1.0 for rank in range(ranks)],
            "pair_overlap": 0.4, "gradient_reduction": 2 * op, "optimizer": op}


def run_once(options, name, shape, costs, directory):
    """The report of bubblescope-run."""
    ranks, chunks, _ = shape
    path = os.path.join(directory, f"{name}.yaml")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"bubblescope": 1, "name": name, "schedule": {"name": name}, "costs": costs,
                   "parallel": {"pipeline": ranks, "chunks": chunks},
                   "batch": {"micro": 1, "global": options.microbatches}}, file)
    report = os.path.join(directory, "report.json")
    program = os.path.join(os.path.dirname(os.path.abspath(options.engine)), "bubblescope-run")
    environment = {k: v for k, v in os.environ.items() if k != "OPENBLAS_CORETYPE"}
    environment["XDG_STATE_HOME"] = directory
    run = subprocess.run([program, path, "--steps", str(options.steps), "--device", "emulated",
                          "--json", report], env=environment, capture_output=True, text=True,
                         timeout=600, check=False)
    if run.returncode != 0:
        sys.exit(f"bench_emulated: {name}: {run.stdout}{run.stderr.strip()}")
    with open(report, encoding="utf-8") as file:
        return json.load(file)


def print_row(name, shape, costs, report):
    """True if measured and predicted agree."""
    predicted = report["predicted"]
    steps = [step for step in report["steps"] if step["whole"]]
    median = statistics.median(step["seconds"] for step in steps)
    errors = [step["seconds"] / predicted["step_seconds"] - 1 for step in steps]
    error = statistics.median(errors)
    bubble = statistics.median(step["bubble_fraction"] for step in steps)
    agrees = abs(error) <= MOST_ERROR and report["telemetry"]["dropped"] == 0
    print(f"{name:22} {shape[0]:5} {shape[1]:6}  {costs:6}  {predicted['step_seconds'] * 1e3:12.3f}"
          f"  {median * 1e3:9.3f}  {100 * error:7.3f}  {100 * min(errors):6.3f}"
          f"  {100 * max(errors):7.3f}  {100 * predicted['bubble_fraction']:8.2f}"
          f"  {100 * bubble:8.2f}{'' if agrees else '  BEYOND 1 %'}", flush=True)
    return agrees


def run_catalogue(options, directory):
    listed = plan_tool(options, "schedules").stdout.splitlines()
    names = options.catalogue or [line for line in listed if re.fullmatch(r"[a-z0-9-]+", line)]
    print("schedule               ranks chunks  costs   predicted ms  median ms  error %    best"
          "    worst  bubble %  measured")
    agree = True
    for name in names:
        shape = shape_for(options, name)
        op = options.op_us
        for kind, costs in (("equal", {"forward": op, "input_grad": op, "weight_grad": op,
                                       "transfer": options.transfer_us}),
                            ("uneven", uneven_costs(op, shape[0], shape[2]))):
            report = run_once(options, name, shape, costs, directory)
            agree = print_row(name, shape, kind, report) and agree
    return 0 if agree else 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("--catalogue", nargs="*", metavar="NAME")
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
    what = options.schedule if options.catalogue is None else "catalogue"
    print(f"{what}, {options.microbatches} microbatches, {options.op_us} us per op part, "
          f"{options.steps} steps, {os.cpu_count()} cores, load {load:.1f} before")
    if options.catalogue is not None:
        with tempfile.TemporaryDirectory() as directory:
            sys.exit(run_catalogue(options, directory))
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
