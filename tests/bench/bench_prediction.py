#!/usr/bin/env python3
"""Measures how well a calibrated strategy predicts training on this machine:
bench_prediction.py BIN [--schedules 1f1b,zb-h1,...] [--steps 30]

Two ranks train for real, a strategy is calibrated from that run, and trained again. Printed
for each schedule: the measured step of the first run (median), how far the costs fitted to it
are off for the whole of it, for steps that they were not fitted to, and for the ends of ops
(share of the step); and how far the prediction is off for the second run.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

STRATEGY = """bubblescope: 1
name: bench
model: {{layers: 8, hidden: 256, heads: 8, vocab: 8192, sequence: 128}}
parallel: {{pipeline: 2, chunks: {chunks}}}
batch: {{micro: 2, global: 16}}
schedule: {{name: {schedule}}}
"""
TWO_CHUNKS = {"zbv", "dualpipev", "interleaved", "v-half", "v-min"}


def call(command, environment):
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"bench_prediction: {' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def measure(options, schedule, folder, environment):
    def path(name):
        return os.path.join(folder, f"{schedule}-{name}")

    def run(strategy, name):
        call([os.path.join(options.bin, "bubblescope-run"), strategy, "--device", "cpu", "--steps",
              str(options.steps), "--record", path(name), "--json", path(name + ".json")],
             environment)
        with open(path(name + ".json"), encoding="utf-8") as file:
            return json.load(file)

    calibrate = [os.path.join(options.bin, "bubblescope-plan"), "calibrate"]
    with open(path("plain.yaml"), "w", encoding="utf-8") as file:
        file.write(STRATEGY.format(schedule=schedule, chunks=2 if schedule in TWO_CHUNKS else 1))
    run(path("plain.yaml"), "first")
    found = json.loads(call(calibrate + [path("first"), path("plain.yaml"), "--format", "json"],
                            environment))
    call(calibrate + [path("first"), path("plain.yaml"), "-o", path("fitted.yaml")], environment)
    again = run(path("fitted.yaml"), "second")
    second = again["predicted"]["step_seconds"] / again["measured"]["median_step_seconds"] - 1
    print(f"{schedule:12} step {found['measured_step_seconds'] * 1e3:8.1f} ms"
          f"   fitted {found['error']:+7.2%}   other steps {found['held_out_error']:+7.2%}"
          f"   ends of ops {found['op_error']:6.2%}   another run {second:+7.2%}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bin")
    parser.add_argument("--schedules", default="1f1b,gpipe,interleaved,zb-h1,zbv,dualpipev")
    parser.add_argument("--steps", type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {k: v for k, v in os.environ.items() if k != "OPENBLAS_CORETYPE"}
        environment["XDG_STATE_HOME"] = folder
        environment["XDG_RUNTIME_DIR"] = folder
        for schedule in options.schedules.split(","):
            measure(options, schedule, folder, environment)


if __name__ == "__main__":
    main()
