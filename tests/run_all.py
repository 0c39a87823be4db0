#!/usr/bin/env python3
"""Runs ctest with the arguments given and says what was skipped and why, before ctest's own count.

    tests/run_all.py --preset release --parallel 2

Its exit code is ctest's.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

# How GoogleTest, QtTest, unittest and our scripts say that a case is skipped; the reason is the group.
REASONS = (re.compile(r": Skipped\n(.+)"), re.compile(r"^SKIP\s*: (.+)", re.M),
           re.compile(r"\.\.\. skipped '(.+)'"), re.compile(r"^skipped: (.+)", re.M))
# What unittest says of cases whose reasons it was not asked for.
COUNTED = re.compile(r"^OK \(skipped=(\d+)\)", re.M)


def skipped(report):
    """(test, reason) of each test that was skipped, or of which a case was."""
    for case in xml.parse(report).getroot().iter("testcase"):
        said = case.findtext("system-out") or ""
        reasons = [reason for pattern in REASONS for reason in pattern.findall(said)]
        if not reasons:
            reasons = [f"{count} skipped, and no reason was given" for count in COUNTED.findall(said)]
        left_out = case.get("status") in ("notrun", "disabled")
        if not reasons and left_out:
            reasons = ["no reason was given"]
        if not left_out:
            reasons = [f"a case of it: {reason}" for reason in reasons]
        yield from ((case.get("name"), reason) for reason in dict.fromkeys(reasons))


def without_list_of_skipped(tail):
    """ctest's last lines less its own list, which has no reasons."""
    return re.sub(r"\nThe following tests did not run:\n(?:\t.*\n)+", "", "".join(tail)).rstrip() + "\n"


def main():
    handle, report = tempfile.mkstemp(suffix=".xml")
    os.close(handle)
    try:
        run = subprocess.Popen(["ctest", *sys.argv[1:], "--output-junit", report,
                                "--test-output-size-passed", "100000"],
                               stdout=subprocess.PIPE, text=True, errors="replace")
        tail = []
        for line in run.stdout:
            if tail or re.match(r"\d+% tests passed", line):
                tail.append(line)
            else:
                print(line, end="", flush=True)
        code = run.wait()
        written = pathlib.Path(report).stat().st_size > 0
        found = list(skipped(report)) if written else []
    finally:
        os.unlink(report)
    print(f"Skipped: {len(found)}" + ("" if found else ", nothing"))
    for test, reason in found:
        print(f"  {test}: {reason}")
    print()
    print(without_list_of_skipped(tail), end="", flush=True)
    return code


sys.exit(main())
