#!/usr/bin/env python3
"""Makes tests/golden/schedules from the op lists of other projects.

    tests/golden/digest_schedules.py LISTS

LISTS holds PROJECT/SCHEDULE.txt. A case in such a file is a header and one line per rank, the ops in
the order in which the project runs them, in PyTorch's CSV tokens:

    # ranks=2 microbatches=2 chunks=2 group=2 makespan=15 peak=4/3
    0F0,0F1,2F0,2F1,2B0,2B1,0B0,0B1
    1F0,1F1,3F0,3B0,3F1,3B1,1B0,1B1

It becomes the header and `ops=`, the first 32 hexadecimal digits of the SHA-256 of the ranks' lines,
each with its line feed.
"""

import hashlib
import pathlib
import sys


def digested(text):
    cases = []
    for line in text.splitlines():
        if line.startswith("# "):
            cases.append((line[2:], []))
        elif line:
            cases[-1][1].append(line + "\n")
    for header, ranks in cases:
        count = dict(word.split("=", 1) for word in header.split())["ranks"]
        if len(ranks) != int(count):
            sys.exit(f"{header}: {len(ranks)} lines of ops for {count} ranks")
        yield f"{header} ops={hashlib.sha256(''.join(ranks).encode()).hexdigest()[:32]}\n"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    lists = pathlib.Path(sys.argv[1])
    here = pathlib.Path(__file__).parent / "schedules"
    for source in sorted(lists.glob("*/*.txt")):
        target = here / source.relative_to(lists)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("".join(digested(source.read_text())))


main()
