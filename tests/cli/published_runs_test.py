"""The table of accuracy in resources/hardware/README.md is what `accuracy` says of the published runs. Run by ctest.

The column of what was left out takes a minute to compute: it is only looked at for its form.
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
    return (part("times", "mean_time_error", "worst_time_error")
            + part("memories", "mean_memory_error", "worst_memory_error"))


def rows_of_readme():
    table = re.search(r"\| family \|.*\n\|[-:| ]+\n((?:\|.*\n)+)", (ROOT / "resources/hardware/README.md").read_text())
    rows = {}
    for line in table.group(1).splitlines():
        name, *row = [cell.strip() for cell in line.strip("|").split("|")]
        rows[name] = row
    return rows


class PublishedRuns(unittest.TestCase):
    def test_readme_says_what_the_command_says(self):
        ran = subprocess.run([PLAN, "accuracy", RUNS, "--format", "json"], capture_output=True, text=True,
                             timeout=120)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        said = {family["family"]: cells(family) for family in json.loads(ran.stdout)["families"]}
        readme = rows_of_readme()
        written = {name: row[:3] + row[4:] for name, row in readme.items() if name != "all runs"}
        self.assertEqual(written, said)
        for name, row in readme.items():
            self.assertRegex(row[3], r"^([0-9]+\.[0-9]{2} %)?$", name)
        for column, at in (("times", 0), ("memories", 4)):
            total = sum(int(row[at]) for name, row in readme.items() if name != "all runs" and row[at])
            self.assertEqual(readme["all runs"][at], str(total), column)

    def test_every_run_names_its_source(self):
        with open(RUNS, newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertGreater(len(rows), 400)
        for row in rows:
            self.assertRegex(row["source"], r"\S{6}", row["uid"])
        self.assertEqual(len({row["uid"] for row in rows}), len(rows))


unittest.main()
