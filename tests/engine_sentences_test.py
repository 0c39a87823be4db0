"""Fails when the engine has a sentence that the window cannot say in Chinese. Run by ctest.

The libraries write what a person reads in English, put together of literals and values: "has " +
number + " entries". This collects those from the sources as templates, "has %1 entries", one for
each clause between semicolons, and holds them against resources/translations/engine_zh_CN.ts, by
which gui/text/engine_text.h translates. With --update behind the folder of the tree, the file gets
what is new, unfinished, and loses what is gone; the context "words" stays as it is.
"""

import itertools
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

FILE = "resources/translations/engine_zh_CN.ts"

# context -> where its sentences stand. A sentence belongs to the first that has it.
FOLDERS = {
    "plan": ["engine/plan/**/*"],
    "strategy": ["engine/strategy/*", "engine/strategy/estimate/*", "engine/strategy/search/*",
                 "engine/strategy/torch_csv/*"],
    "lesson": ["engine/lesson/*"],
    "paper": ["engine/paper/*"],
    "convert": ["engine/strategy/convert/**/*"],
    "measured": ["engine/measured/*"],
    "telemetry": ["telemetry/*"],
    "launch": ["engine/launch/*", "engine/launch/hosts/*", "engine/launch/slurm/*"],
    "runtime": ["engine/runtime/**/*"],
    "document": ["gui/document/prediction.*"], # which joins in with the same words
}
# What only a terminal, a picture or a file of another program shows.
NOT_SHOWN = re.compile(r"published_runs|lesson/handout|paper/page_text|hosts/launcher_words|run_conventions|/svg_|trace_(writer|export)|options\.cpp|_command\.cpp|"
                       r"launch/(report|progress|\w+_report|chrome_spans|command_line|watch_commands)\.")

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|^[ \t]*\#[^\n]*(?:\\\n[^\n]*)*|R"(?P<mark>\w*)\((?P<raw>.*?)\)(?P=mark)"'
                   r'|"(?:\\.|[^"\\])*"|' r"'(?:\\.|[^'\\])+'|[A-Za-z_]\w*|\d(?:[\w.]|'\d)*"
                   r"|::|->|\+\+|--|[-+*/%=!<>&|^]=|&&|\|\||<<|>>|\S", re.S | re.M)
CLOSES = {"(": ")", "{": "}", "[": "]"}
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "'": "'", "\\": "\\"}
BREAKS = {",", ";", "=", "+=", "return", "==", "!=", "<<", "else", "const", "auto"}
HOLE = "\0"
MOST_ALTERNATIVES = 16


def tree_of(source):
    """Nested lists of tokens: one for each pair of brackets, which begins with the opening one."""
    stack = [[]]
    for match in TOKEN.finditer(source):
        token = match.group(0)
        if token.startswith(("//", "/*")) or token.lstrip().startswith("#"):
            continue
        if token in CLOSES:
            stack.append([token])
        elif token in CLOSES.values():
            if len(stack) > 1:
                group = stack.pop()
                stack[-1].append(group)
        else:
            stack[-1].append(token)
    while len(stack) > 1:
        group = stack.pop()
        stack[-1].append(group)
    return stack[0]


def is_string(token):
    return isinstance(token, str) and token.startswith(('"', 'R"'))


def text_of(token):
    if token.startswith('R"'):
        return TOKEN.match(token).group("raw")
    return re.sub(r"\\(x[0-9a-fA-F]+|.)", lambda m: ESCAPES.get(m.group(1), "?"), token[1:-1])


def split(items, separators):
    parts = [[]]
    for item in items:
        if isinstance(item, str) and item in separators:
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def alternatives(expression):
    """The texts an expression can have, with a hole for every part that is no literal."""
    if "?" in expression:
        begin, depth = expression.index("?"), 0
        for end in range(begin + 1, len(expression)):
            depth += {"?": 1, ":": -1}.get(expression[end], 0) if isinstance(expression[end], str) else 0
            if depth < 0:
                return alternatives(expression[begin + 1:end]) + alternatives(expression[end + 1:])
        return [HOLE]
    choices = []
    for operand in split(expression, {"+"}):
        last = operand[-1] if operand else ""
        if operand and all(is_string(token) for token in operand):
            choices.append(["".join(text_of(token) for token in operand)])
        elif len(operand) == 1 and isinstance(last, str) and last.startswith("'"):
            choices.append([text_of(last)])
        elif len(operand) == 1 and isinstance(last, list) and last[0] == "(":
            choices.append(alternatives(last[1:]))
        elif len(operand) > 1 and operand[-2] in ("string", "string_view") and isinstance(last, list) \
                and len(last) > 1 and all(is_string(token) for token in last[1:]):
            choices.append(["".join(text_of(token) for token in last[1:])])
        else:
            choices.append([HOLE])
    count = 1
    for choice in choices:
        count *= len(choice)
    if count > MOST_ALTERNATIVES:
        choices = [choice if len(choice) == 1 else [HOLE] for choice in choices]
    return ["".join(parts) for parts in itertools.product(*choices)]


def texts_in(items, found):
    items = items[1:] if items and isinstance(items[0], str) and items[0] in CLOSES else items
    for expression in split(items, BREAKS):
        if any(is_string(token) or isinstance(token, list) for token in expression):
            found.extend(alternatives(expression))
        for before, token in zip([""] + expression, expression):
            if before == "counted" and isinstance(token, list) and is_string(token[-1]):
                what = text_of(token[-1])
                found.append(f"{HOLE} {what}")
                if not what.endswith(("s", " are")):
                    found.append(f"{HOLE} {what}{'es' if what.endswith('ch') else 's'}")
            elif isinstance(token, list) and before != "PLAN_TRANSLATABLE":
                texts_in(token, found)


# Code, SQL and formats of printf are no sentences, nor is a key: "model.head_dim".
NO_SENTENCE = re.compile(r"\n|^#|    #|^from .* import |=True|Config\(|\b(SELECT|INSERT|PRAGMA|CREATE)\b|%[-+.\d]*l*[a-z]"
                         r'|^--|^[<"[{]|^void |^mpirun |^Process |^Exit |^process rank$|^exited on |^[^\']*\'$'
                         r"|bandwidth: \0$|^Value = |mbs\0$|^\0? (zero|recompute-|uneven)"
                         # What Slurm says.
                         r"|^(squeue|scontrol|error): \0?$|^Invalid job id$|^contact slurm|^timed out$"
                         r"|^Nodes required for job$|^Job's (account|QOS)$")
FORMULA = re.compile(r"\b(min|max|mod|div)\b")
WORD = re.compile(r"(?<![\w.\-])[A-Za-z][a-z]+(?![\w.]*\w)")


def clauses_of(text):
    if re.search(r"\{(:[^}]*|0|)\}", text):
        text = re.sub(r"\{[^}]*\}", HOLE, text)
    for clause in text.rstrip("\n").split("; "):
        words = FORMULA.sub(" ", re.sub(r"'[^']*'", " ", clause.replace(HOLE, " ")))
        if " " not in clause or NO_SENTENCE.search(clause) or not WORD.search(words):
            continue
        # What is added to a text: " or use 'interleaved'", ", before ", "the costs given, by ".
        if re.match(r"[ ,.:;)]", clause):
            clause = HOLE + clause
        if re.search(r"[ (]$", clause):
            clause = clause + HOLE
        number = itertools.count(1)
        yield re.sub(HOLE + "+", lambda _: f"%{next(number)}", clause)


def collected(root):
    found = {}
    for context, patterns in FOLDERS.items():
        for pattern in patterns:
            for path in sorted(root.glob(pattern)):
                if path.suffix not in (".cpp", ".h", ".cu") or NOT_SHOWN.search(path.as_posix()):
                    continue
                texts = []
                texts_in(tree_of(path.read_text(encoding="utf-8")), texts)
                for text in texts:
                    for clause in clauses_of(text):
                        found.setdefault(clause, (context, path.relative_to(root).as_posix()))
    return found


def translations(path):
    """source -> (context, translation; empty while unfinished)"""
    if not path.exists():
        return {}
    return {message.findtext("source"): (context.findtext("name"), message.findtext("translation") or "")
            for context in ElementTree.parse(path).getroot().iter("context") for message in context.iter("message")}


def write(path, found, known):
    def escaped(text):
        for plain, entity in [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&apos;")]:
            text = text.replace(plain, entity)
        return text

    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>", '<TS version="2.1" language="zh_CN">']
    for wanted in [*FOLDERS, "words"]:
        entries = [(source, known.get(source, ("", ""))[1]) for source, (context, _) in found.items()
                   if context == wanted]
        if wanted == "words":
            entries = [(source, text) for source, (context, text) in known.items() if context == wanted]
        lines += ["<context>", f"    <name>{wanted}</name>"]
        for source, text in entries:
            mark = "" if text else ' type="unfinished"'
            lines += ["    <message>", f"        <source>{escaped(source)}</source>",
                      f"        <translation{mark}>{escaped(text)}</translation>", "    </message>"]
        lines.append("</context>")
    path.write_text("\n".join([*lines, "</TS>"]) + "\n", encoding="utf-8")


def planted():
    """What the collecting itself gets wrong, of a source in which every kind of sentence stands."""
    source = r'''
        // "a comment is no sentence"
        Error f() { return Error{"there is " + std::to_string(a) + " of " + name() + "; give one"}; }
        tell("model.head_dim", "must be one of " + list + (near ? "; did you mean '" + near + "'?" : ""));
        sentence += " or use 'interleaved'";  many = counted(n, "chunk");
        const char* sql = "SELECT run FROM runs";  fmt("{} on this machine need {:.3g}", a, b);
    '''
    texts = []
    texts_in(tree_of(source), texts)
    found = [clause for text in texts for clause in clauses_of(text)]
    wanted = {"there is %1 of %2", "give one", "must be one of %1", "did you mean '%1'?", "%1 or use 'interleaved'",
              "%1 chunk", "%1 chunks", "%1 on this machine need %2"}
    return [f"planted: {clause!r} was {'not ' if clause in wanted else ''}collected"
            for clause in wanted.symmetric_difference(found)]


def faults(found, known):
    for source, (_, where) in found.items():
        if not known.get(source, ("", ""))[1]:
            yield f"{where}: no Chinese for {source!r}; run this test with --update behind the tree, and translate it"
    for source, (context, text) in known.items():
        if context != "words" and source not in found:
            yield f"{FILE}: {source!r} is in no source any more; run this test with --update behind the tree"
        if text and sorted(re.findall(r"%\d", source)) != sorted(re.findall(r"%\d", text)):
            yield f"{FILE}: {text!r} has other places than {source!r}"


UNTRANSLATED = re.compile(r"QString::from(StdString|Utf8|Latin1)\(\s*[^;,]*?(error\(\)\.message|\.sentence\b|whyNot\(|->failure\b)")


def faults_of_window(root):
    for path in sorted((root / "gui").glob("*/*.cpp")):
        if UNTRANSLATED.search(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(root)}: shows a sentence of a library without engineText()"


def main():
    root = pathlib.Path(sys.argv[1])
    found, known = collected(root), translations(root / FILE)
    if "--update" in sys.argv:
        write(root / FILE, found, known)
        return 0
    wrong = [*planted(), *faults(found, known), *faults_of_window(root)]
    print(*wrong, f"{len(found)} clauses, {len(wrong)} faults", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
