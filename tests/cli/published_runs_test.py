"""The table of accuracy in resources/hardware/README.md is what `accuracy` says of the published runs. Run by ctest.

So are the headline figures: what was left out, how many runs lie in their intervals, and how often the order is right.
"""

import csv
import json
import pathlib
import re
import subprocess
import sys
import unittest

PLAN, ROOT = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
RUNS = ROOT / "resources/hardware/published/runs.csv"


def cells(errors):
    """The cells of a row of the table, less its name and what was left out."""
    def part(count, mean, worst):
        if errors[count] == 0:
            return ["", "", ""]
        return [str(errors[count]), f"{100 * errors[mean]:.2f} %", f"{100 * errors[worst]:.2f} %"]
    times = part("times", "mean_time_error", "worst_time_error")
    left = errors.get("mean_time_error_left_out")
    times.insert(1, "" if left is None else f"{100 * left:.2f} %")
    return times + part("memories", "mean_memory_error", "worst_memory_error")


def rows_of_readme():
    table = re.search(r"\| family \|.*\n\|[-:| ]+\n((?:\|.*\n)+)", (ROOT / "resources/hardware/README.md").read_text())
    rows = {}
    for line in table.group(1).splitlines():
        name, *row = [cell.strip() for cell in line.strip("|").split("|")]
        rows[name] = row
    return rows


class PublishedRuns(unittest.TestCase):
    def test_readme_says_what_the_command_says(self):
        ran = subprocess.run([PLAN, "accuracy", RUNS, "--leave-out", "--format", "json"], capture_output=True,
                             text=True, timeout=600)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        told = json.loads(ran.stdout)
        said = {family["family"]: cells(family) for family in told["families"]}
        said |= {"software: " + stack["framework"]: cells(stack) for stack in told["frameworks"]}
        said["all runs"] = cells(told["all"])
        self.assertEqual(rows_of_readme(), said)
        text = (ROOT / "resources/hardware/README.md").read_text()
        decisions = told["decisions"]
        for figure in (f"{100 * told['interval_coverage']:.1f} % of the runs",
                       f"{100 * decisions['right'] / decisions['pairs']:.1f} % of {decisions['pairs']} pairs",
                       f"{100 * decisions['mean_regret']:.2f} %"):
            self.assertIn(figure, text)
        # The programs' own page has the same headline.
        self.assertIn(f"{100 * told['all']['mean_time_error_left_out']:.1f} %", (ROOT / "README.md").read_text())

    def test_every_run_names_its_source(self):
        with open(RUNS, newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertGreater(len(rows), 400)
        for row in rows:
            self.assertRegex(row["source"], r"\S{6}", row["uid"])
        self.assertEqual(len({row["uid"] for row in rows}), len(rows))


unittest.main()
