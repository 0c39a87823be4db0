#!/usr/bin/env python3
"""Writes NEWS.gz, what is new for those who use it, and changelog.gz, as a Debian package has it.

    write_changelogs.py CHANGELOG.md FOLDER --version V --date YYYY-MM-DD --maintainer 'NAME <MAIL>'
"""

import argparse
import datetime
import email.utils
import gzip
import pathlib

ENTRY = """bubblescope ({version}) unstable; urgency=medium

  * Bubblescope {version}; what is new in it stands in NEWS.gz.

 -- {maintainer}  {date}
"""


def compressed(path, text):
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("changelog", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    for name in ("version", "date", "maintainer"):
        parser.add_argument("--" + name, required=True)
    given = parser.parse_args()
    noon = datetime.datetime.fromisoformat(given.date).replace(hour=12, tzinfo=datetime.timezone.utc)
    compressed(given.folder / "NEWS.gz", given.changelog.read_text())
    compressed(given.folder / "changelog.gz",
               ENTRY.format(version=given.version, maintainer=given.maintainer,
                            date=email.utils.format_datetime(noon)))


if __name__ == "__main__":
    main()
