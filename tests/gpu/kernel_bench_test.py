"""Runs the benchmark of the GPU's kernels where there is no GPU: that each measurement is taken, and
said in the table and in JSON. The times themselves say nothing here."""

import json
import pathlib
import subprocess
import sys
import tempfile

program = sys.argv[1]

with tempfile.TemporaryDirectory() as folder:
    lines = pathlib.Path(folder) / "lines.json"
    run = subprocess.run([program, "--tiny", "--json", lines], capture_output=True, text=True, timeout=240)
    assert run.returncode == 0, run.stderr
    measured = [json.loads(line) for line in lines.read_text().splitlines()]

sections = {}
for each in measured:
    sections.setdefault(each["section"], []).append(each["name"])
    assert each["runs"] >= 5 and each["best_ms"] <= each["median_ms"], each
    assert f"{each['name']} " in run.stdout, each
assert len(sections["ceilings"]) == 2, sections
assert sections["what the host spends"] == ["launch", "event recorded", "launch and wait"], sections
for each in measured:
    rates = [key for key in each if key.endswith("_per_s")]
    assert len(rates) == (each["section"] != "what the host spends"), each
    # The host's clock runs where the device's does not.
    assert rates or each["median_ms"] > 0, each
assert len(sections["products of GPT-2 XL"]) == 4 * 4 + 2 + 3, sections
for size in (8, 16):
    assert sections[f"attention, heads of {size}"] == ["forward", "backward"] * 2, sections
assert len(sections["what waits for memory"]) == 3 + 3 + 3 + 3, sections

for wrong in (["--tokens", "17"], ["--json"], ["--size", "3"]):
    refused = subprocess.run([program, *wrong], capture_output=True, text=True, timeout=60)
    assert refused.returncode == 2 and refused.stderr, (wrong, refused)
