#!/usr/bin/env python3
"""Writes a program's manual page and its completions, from what the program says with --help.

    write_command_files.py PROGRAM FOLDER --summary TEXT --version V --date YYYY-MM-DD [--with NAME]...

FOLDER gets NAME.1.gz, NAME.bash, _NAME and NAME.fish. Called by the build.
"""

import argparse
import gzip
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True

import command_help  # noqa: E402
import completions  # noqa: E402
import manual_page  # noqa: E402


def said_keys(program):
    return subprocess.run([program, "--keys"], check=True, capture_output=True, encoding="utf-8").stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--summary", required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--date", required=True)
    parser.add_argument("--with", dest="others", action="append", default=[])
    parser.add_argument("--keys", action="store_true", help="the program has a window, and says its keys")
    given = parser.parse_args()
    name = given.program.name
    command = command_help.describe(given.program.resolve(), name)
    given.folder.mkdir(parents=True, exist_ok=True)
    keys = said_keys(given.program.resolve()) if given.keys else ""
    page = manual_page.manual_page(command, given.summary, given.version, given.date, given.others, keys)
    # The same page makes the same bytes: no time stamp.
    (given.folder / f"{name}.1.gz").write_bytes(gzip.compress(page.encode(), 9, mtime=0))
    (given.folder / f"{name}.bash").write_text(completions.bash(command))
    (given.folder / f"_{name}").write_text(completions.zsh(command))
    (given.folder / f"{name}.fish").write_text(completions.fish(command))


if __name__ == "__main__":
    main()
