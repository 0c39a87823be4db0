"""Fails when a page of the project is wrong about the project's files. Run by ctest: documents_test.py ROOT

Relative links and their anchors lead somewhere; a file quoted behind `<!-- file: PATH -->`, or lines of one behind
`<!-- part of: PATH -->`, are quoted as they are; a path in backticks that begins at the top is there; the top README
stays short; the table of engine/README.md says of each folder what layering_test.py lets it include; the table of
engine/plan/README.md has every schedule. It first holds these checks against pages that are wrong.
"""

import ast
import pathlib
import re
import sys
import tempfile

LONGEST_README = 2500  # words

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+?) *#*$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
QUOTE = re.compile(r"^ *<!-- (file|part of): (\S+) -->\n *```\w*\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
PATH = re.compile(r"`((?:engine|gui|resources|telemetry|tests)/[\w./-]*[\w-])/?`")
QUOTE_MARK = re.compile(r"<!-- (?:file|part of):")


def anchors(text):
    """As GitHub makes them of headings."""
    found, seen = set(), {}
    for heading in HEADING.findall(FENCE.sub("", text)):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        seen[name] = seen.get(name, -1) + 1
        found.add(f"{name}-{seen[name]}" if seen[name] else name)
    return found


def link_problems(root, page, text):
    for match in LINK.finditer(FENCE.sub("", text)):
        target = match.group(1) or match.group(2)
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        leads_to = (page.parent / path).resolve() if path else page
        if not leads_to.exists():
            yield f"links to {target}, which is not there"
        elif not leads_to.is_relative_to(root):
            yield f"links to {target}, which is outside of the tree"
        elif anchor and anchor not in anchors(leads_to.read_text()):
            yield f"links to {target}; that page has no such heading"


def path_problems(root, text):
    for path in PATH.findall(FENCE.sub("", text)):
        if not (root / path).exists():
            yield f"names `{path}`, which is not there"


def quote_problems(root, text):
    quotes = QUOTE.findall(text)
    if len(quotes) != len(QUOTE_MARK.findall(text)):
        yield "has a <!-- file: PATH --> that no block of code follows"
    for kind, path, quoted in quotes:
        file = root / path
        if not file.is_file():
            yield f"quotes {path}, which is not there"
            continue
        # A block in a list, or a part from within a function, may be indented otherwise.
        whole, quoted = plain(file.read_text()), plain(quoted)
        if whole != quoted if kind == "file" else not quoted.strip() or quoted not in whole:
            yield f"quotes {path}, but not as it is; copy it anew"


def plain(text):
    return "".join(line.strip() + "\n" for line in text.splitlines())


def problems(root):
    pages = [p for p in sorted(root.rglob("*.md")) if p.relative_to(root).parts[0] not in ("build", "shared")]
    for page in pages:
        text = page.read_text()
        for problem in [*link_problems(root, page, text), *path_problems(root, text), *quote_problems(root, text)]:
            yield f"{page.relative_to(root)} {problem}"
    words = len((root / "README.md").read_text().split())
    if words > LONGEST_README:
        yield f"README.md has {words} words; move what exceeds {LONGEST_README} to the part it belongs to"


def arrows(table):
    """{folder: what it may use} by the rows `| [folder](…) | a, b | …` of a table with a column "may use"."""
    found = {}
    for line in table[table.find("| folder | may use |"):].splitlines()[2:]:
        if not line.startswith("|"):
            break
        name, uses = (cell.strip() for cell in line.split("|")[1:3])
        found[re.sub(r"[`\[\]]|\(.*\)", "", name)] = set() if uses == "nothing" else set(uses.split(", "))
    return found


def arrow_problems(table, layering):
    rules = next(ast.literal_eval(node.value) for node in ast.parse(layering).body
                 if isinstance(node, ast.Assign) and node.targets[0].id == "MAY_USE")
    allowed = {folder.removeprefix("engine/"): {use.removeprefix("engine/") for use in uses if use != folder}
               for folder, uses in rules.items() if folder.startswith("engine/") and folder.count("/") == 1}
    said = arrows(table)
    for folder in sorted(allowed.keys() | said.keys()):
        if said.get(folder) != allowed.get(folder):
            yield f"says that {folder} may use {said.get(folder)}; layering_test.py says {allowed.get(folder)}"


def schedule_problems(table, entries):
    """`entries`: the texts of engine/plan/schedules."""
    known = {name for text in entries for name in re.findall(r'[{\s]\.name = "([\w-]+)"', text)}
    rows = re.findall(r"^\| ((?:`[\w-]+`(?:, )?)+) \|", table, re.MULTILINE)
    said = {name for row in rows for name in re.findall(r"`([\w-]+)`", row)}
    for name in sorted(known - said):
        yield f"has no row for the schedule {name}"
    if len(known) < 2:
        yield "has a table of schedules, but their entries are not found"


WRONG = {
    "README.md": ("[gone](gone.md)\n[heading](b.md#no-such)\n[fine](b.md#a-heading)\n[out](../..)\n" + "word " * 2500,
                  ["gone.md, which is not there", "b.md#no-such; that page", "../.., which is outside", "has 2504 words"]),
    "b.md": ("# A heading\n`tests/gone.py` `tests` `engine/x*.h`\n<!-- file: c.txt -->\n```text\nother\n```\n<!-- file: c.txt -->\n```text\nas it is\n```\n",
             ["names `tests/gone.py`, which is not there", "quotes c.txt, but not as it is"]),
    "d.md": ("<!-- file: c.txt -->\nnothing\n<!-- file: e.txt -->\n```text\n```\n",
             ["that no block of code follows", "quotes e.txt, which is not there"]),
    "f.md": ("<!-- part of: g.txt -->\n```text\nb\nc\n```\n<!-- part of: g.txt -->\n```text\na\nc\n```\n",
             ["quotes g.txt, but not as it is"]),
    "c.txt": ("as it is\n", []),
    "g.txt": ("a\n  b\n  c\n", []),
}


def unnoticed():
    """What the checks do not see in pages that are wrong, and see in those that are right."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve() / "tree"
        root.mkdir()
        for name, (text, _) in WRONG.items():
            (root / name).write_text(text)
        found = list(problems(root))
    expected = [(name, part) for name, (_, parts) in WRONG.items() for part in parts]
    for name, part in expected:
        if not any(problem.startswith(name) and part in problem for problem in found):
            yield f"unnoticed in {name}: {part}"
    if len(found) != len(expected):
        yield f"of wrong pages it says {found}"
    layering = 'MAY_USE = {"engine/a": ["engine/a"], "engine/b": ["engine/b", "engine/a"], "gui": ["gui"]}'
    table = "| folder | may use |\n| --- | --- |\n| [a](a.md) | nothing | x |\n| `b` | {} | x |\n"
    if list(arrow_problems(table.format("a"), layering)) or not list(arrow_problems(table.format("nothing"), layering)):
        yield "unnoticed: a table of arrows that is wrong"
    entries = ['const CatalogEntry kA{\n    .name = "a",', 'const CatalogEntry kB{.name = "b-c",']
    if list(schedule_problems("| `a`, `b-c` | x |", entries)) or not list(schedule_problems("| `a` | x |", entries)):
        yield "unnoticed: a table without a schedule"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    errors = [*unnoticed(), *problems(root)]
    errors += [f"engine/README.md {problem}" for problem in arrow_problems(
        (root / "engine/README.md").read_text(), (root / "tests/layering_test.py").read_text())]
    errors += [f"engine/plan/README.md {problem}" for problem in schedule_problems(
        (root / "engine/plan/README.md").read_text(),
        [path.read_text() for path in (root / "engine/plan/schedules").glob("*.cpp")])]
    print("\n".join(errors) or "links, paths, quotes, arrows and length of all pages hold")
    sys.exit(bool(errors))


main()
