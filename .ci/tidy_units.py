#!/usr/bin/env python3
"""Writes the compile commands that clang-tidy reads: build/tidy/compile_commands.json.

clang-tidy visits all that a source includes, so that most of its time goes into headers. What CMake
joins for the compiler, 14 files each, is therefore joined again, up to 56 files; tests of the window,
each of which is a program of its own, are joined across programs, each file in a namespace of its
own. A joined source names the parts that are looked at where it cannot be built as one.
Commands that begin with another compiler's precompiled header read that header's source instead.
"""

import json
import os
import pathlib
import re
import shlex
import shutil
import sys

UNITS_JOINED = 4
TESTS_JOINED = 12
NOT_BUILT = "/render_views.dir/"  # unless it is asked for: what moc writes of it is missing


def own_header(command, root):
    command = re.sub(r" -Winvalid-pch -include \S*cmake_pch\.hxx",
                     f" -include {root}/tests/gui/long_waits.h", command)
    return command.replace(" -fpch-preprocess", "")


def with_source(entry, folder, text):
    """The entry for another source, which is written into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "joined.cxx"
    source.write_text(text)
    relative = os.path.relpath(entry["file"], entry["directory"])
    command = entry["command"].replace(entry["file"], str(source)).replace(f" -c {relative}", f" -c {source}")
    return {**entry, "command": command, "file": str(source)}


def included(files):
    return "".join(f'#include "{file}"\n' for file in files)


def joined(entries, folder, text, more=""):
    """One entry for several, and one for each of them where there are more."""
    parts = [with_source(entry, folder / f"part_{at}", included(files_of(entry["file"])))
             for at, entry in enumerate(entries)] if len(entries) > 1 else []
    whole = with_source(entries[0], folder, "".join(f'// instead: {part["file"]}\n' for part in parts) + text)
    return [{**whole, "command": whole["command"].replace(" -c ", f"{more} -c ", 1)}] + parts


def files_of(unit):
    """The sources that CMake joined."""
    return re.findall(r'^#include "(.*)"', pathlib.Path(unit).read_text(), re.MULTILINE)


def definitions_and_places(command):
    """The words of a command that differ from program to program: -D, -I and -isystem."""
    words = shlex.split(command)
    return [" ".join(words[at:at + 2]) if word == "-isystem" else word for at, word in enumerate(words)
            if word.startswith(("-D", "-I")) or word == "-isystem"]


def contradict(definitions):
    """Whether a macro has two values."""
    values = {}
    return any(values.setdefault(name, value) != value
               for name, _, value in (each.partition("=") for each in definitions if each.startswith("-D")))


def joined_tests(entries, folder):
    """The entries for programs of tests. What they include is included first, so that it stands in no
    namespace of theirs."""
    files = [file for entry in entries for file in files_of(entry["file"])]
    includes = [line for file in files
                for line in re.findall(r"^#include .*$", pathlib.Path(file).read_text(), re.MULTILINE) if ".moc" not in line]
    text = "".join(f"{line}\n" for line in dict.fromkeys(includes)) \
        + "".join(f'namespace file_{at} {{\n{included([file])}}}\n' for at, file in enumerate(files))
    known = set(definitions_and_places(entries[0]["command"]))
    words = dict.fromkeys(word for entry in entries[1:] for word in definitions_and_places(entry["command"]))
    more = "".join(" " + (shlex.quote(word) if word.startswith("-D") else word) for word in words if word not in known)
    return joined(entries, folder, text, more)


def in_groups(entries, most):
    """Lists of entries with at most so many files, none of which define a macro twice."""
    group, definitions, files = [], [], 0
    for entry in entries:
        these, count = definitions_and_places(entry["command"]), len(files_of(entry["file"]))
        if group and (files + count > most or contradict(definitions + these)):
            yield group
            group, definitions, files = [], [], 0
        group.append(entry)
        definitions += these
        files += count
    if group:
        yield group


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    build = root / "build"
    folder = build / "tidy"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    written = []
    targets, tests = {}, []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        entry["command"] = own_header(entry["command"], root)
        unit = re.fullmatch(r"(.*)/CMakeFiles/([^/]+)\.dir/Unity/unity_\d+_cxx\.cxx", entry["file"])
        written.append(entry)
        if not unit or NOT_BUILT in entry["file"]:
            continue
        where = os.path.relpath(unit[1], build)
        if where.startswith("tests/") and "QtTest" in entry["command"]:
            tests.append(entry)
        else:
            same = re.sub(r"unity_\d+_cxx", "unity", entry["command"])
            targets.setdefault((where, unit[2], same), []).append(entry)
    for at, ((where, target, _), entries) in enumerate(targets.items()):
        for first in range(0, len(entries), UNITS_JOINED):
            group = entries[first:first + UNITS_JOINED]
            files = [file for entry in group for file in files_of(entry["file"])]
            written += joined(group, folder / where / f"{target}.{at}_{first}", included(files))
    for number, group in enumerate(in_groups(tests, TESTS_JOINED)):
        written += joined_tests(group, folder / "tests" / f"window.{number}")
    (folder / "compile_commands.json").write_text(json.dumps(written, indent=1))


if __name__ == "__main__":
    sys.exit(main())
