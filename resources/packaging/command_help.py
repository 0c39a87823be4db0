"""What a program says of itself with --help, as a value: manual pages and completions are made of it.

Two forms of help are read: CLI11's (bubblescope-plan, -run, -engine) and Qt's (bubblescope). A line that
is in neither form is an error, so that nothing a program says can be left out unnoticed.
"""

import dataclasses
import re
import subprocess


@dataclasses.dataclass
class Option:
    names: list[str]          # ["-o", "--output"]; of a positional its one name
    value: str = ""           # what its value is called, "" for a flag
    choices: list[str] = dataclasses.field(default_factory=list)
    default: str = ""
    repeatable: bool = False
    required: bool = False
    text: str = ""


@dataclasses.dataclass
class Command:
    name: str                 # of a subcommand its own name alone
    text: str = ""            # one sentence
    usage: str = ""           # behind the name of the program
    options: list[Option] = dataclasses.field(default_factory=list)
    positionals: list[Option] = dataclasses.field(default_factory=list)
    commands: list["Command"] = dataclasses.field(default_factory=list)
    notes: list[str] = dataclasses.field(default_factory=list)  # lines at the end


class NotUnderstood(Exception):
    """A line of help that is in no known form."""


# A heading of a section, and what stands in it.
SECTIONS = {
    "options": "options",
    "positionals": "positionals",
    "arguments": "positionals",
    "commands": "commands",
    "subcommands": "commands",
}


def read_value(words, option):
    """`words`: what stands behind the names, as `TEXT:{table,json}=table` or `R=F ...` or `<RUN>`."""
    for mark, field in ((" REQUIRED", "required"), (" ...", "repeatable")):
        if mark in " " + words:
            words = (" " + words).replace(mark, "").strip()
            setattr(option, field, True)
    choices = re.search(r":?\{([^}]*)\}", words)
    if choices:
        option.choices = [choice.strip() for choice in choices.group(1).split(",")]
        words = words[: choices.start()] + words[choices.end() :]
    if "{" in words:
        raise NotUnderstood(f"{' '.join(option.names)}: {words}")
    # R=F is a form, =10 and =table are defaults.
    default = re.fullmatch(r"([^=]*)=(.*)", words)
    if default and not re.fullmatch(r"[A-Z][A-Z,]*", default.group(2)):
        words, option.default = default.group(1), default.group(2).strip('"')
    option.value = words.strip().strip("<>")
    # light|dark|system are words to choose from, RUN|DIR are two kinds of value.
    if "|" in option.value and not option.value.isupper():
        option.choices = option.value.split("|")


def read_option(label, text):
    names = re.match(r"-{1,2}[\w-]+(?:, ?-{1,2}[\w-]+)*", label)
    if not names:
        raise NotUnderstood(label)
    option = Option(re.split(r", ?", names.group()), text=text)
    read_value(label[names.end() :].strip(), option)
    return option


def read_positional(label, text):
    name, _, words = label.partition(" ")
    option = Option([name], text=text)
    read_value(words.strip(), option)
    option.value = option.value or name.upper()
    return option


def rows(lines):
    """(label, text) of each entry; a text may begin on the next line and go on over several."""
    found = []
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if indent == 2:
            label, *text = re.split(r"\s{2,}", line.strip(), maxsplit=1)
            found.append([label, text[0] if text else ""])
        elif indent > 2 and found:
            found[-1][1] = (found[-1][1] + " " + line.strip()).strip()
        else:
            raise NotUnderstood(line)
    return found


def split(lines):
    """The lines before the first section, the sections by name, and the notes behind the last."""
    head, sections, notes, current = [], {}, [], None
    for line in lines:
        heading = re.fullmatch(r"(?:\[Option Group: )?([\w ]+)\]?:", line.strip())
        if not line.strip():
            if current is not None and sections.get(current):
                current = "notes"
        elif heading and heading.group(1).lower() in SECTIONS:
            current = heading.group(1)
            sections.setdefault(current, [])
        elif current is None:
            head.append(line.strip())
        elif current == "notes" and not line.startswith("  "):
            notes.append(line.strip())
        elif current in sections:
            sections[current].append(line)
        else:
            raise NotUnderstood(line)
    return head, sections, notes


def parse(name, text):
    """The command that `text`, its --help, describes."""
    head, sections, notes = split(text.splitlines())
    command = Command(name, notes=notes)
    for line in head:
        usage = re.match(r"(?i)usage: *(.*)", line)
        if usage: # the path of the program, then the name of the subcommand, then what is meant
            words = usage.group(1).split()[1:]
            command.usage = " ".join(words[1:] if words[:1] == [name] else words)
        else:
            command.text = (command.text + " " + line).strip()
    for heading, lines in sections.items():
        kind = SECTIONS[heading.lower()]
        for label, words in rows(lines):
            if kind == "options":
                command.options.append(read_option(label, words))
            elif kind == "positionals":
                command.positionals.append(read_positional(label, words))
            else:
                command.commands.append(Command(label, words))
    if not command.options:
        raise NotUnderstood(f"{name} names no options, not even --help")
    return command


def help_text(words):
    return subprocess.run([*words, "--help"], capture_output=True, text=True, timeout=60,
                          check=True, stdin=subprocess.DEVNULL).stdout


def describe(program, name):
    """`program`, a path, and each of its subcommands."""
    command = parse(name, help_text([program]))
    for number, sub in enumerate(command.commands):
        whole = parse(sub.name, help_text([program, sub.name]))
        whole.text = sub.text or whole.text
        whole.notes = [note for note in whole.notes if note not in command.notes]
        command.commands[number] = whole
    return command
