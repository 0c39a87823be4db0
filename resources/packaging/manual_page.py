"""A manual page (man, section 1) of a command that command_help.py has read."""

EXIT_STATUS = (("0", "Good."), ("1", "The work failed."), ("2", "Bad input or usage; nothing was started."))


def escape(text):
    """Plain text to roff: what stands at a line's beginning is no request, and a hyphen stays one."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def sentence(text):
    text = text.strip()
    return text and text[0].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def option_label(option):
    label = ", ".join(f"\\fB{escape(name)}\\fR" for name in option.names)
    if option.value:
        label += f" \\fI{escape(option.value)}\\fR"
    return label


def option_text(option):
    words = [sentence(option.text)]
    if option.choices:
        words.append(f"One of {', '.join(option.choices)}.")
    if option.default:
        words.append(f"The default is {option.default}.")
    if option.repeatable and "repeatable" not in option.text:
        words.append("May be given several times.")
    if option.required and option.names[0].startswith("-"):
        words.append("Required.")
    return escape(" ".join(word for word in words if word)) or "\\&"


def entries(options):
    for option in options:
        positional = not option.names[0].startswith("-")
        label = f"\\fI{escape(option.names[0])}\\fR" if positional else option_label(option)
        yield f".TP\n{label}\n{option_text(option)}"


def synopsis(program, command=None):
    usage = (command or program).usage.replace("[OPTIONS]", "[options]").replace("SUBCOMMAND", "command")
    words = [f"\\fB{escape(program.name)}\\fR"]
    if command:
        words.append(f"\\fB{escape(command.name)}\\fR")
    return " ".join(words + [escape(usage)]).strip()


def sub_section(program, command):
    yield f".SS {escape(command.name)}"
    if command.text:
        yield escape(sentence(command.text))
    yield f".PP\n{synopsis(program, command)}"
    shown = [option for option in command.options if "--help" not in option.names]
    yield from entries(command.positionals + shown)
    yield from (f".PP\n{escape(note)}" for note in command.notes)


def key_section(keys):
    """`keys`: lines of a program's --keys: group, command, keys and what they do, tabs between."""
    group = None
    for line in keys.splitlines():
        now, command, pressed, does = line.split("\t")
        if not pressed:
            continue
        if now != group:
            group = now
            yield f".SS {escape(group)}"
        name = f" {escape(command)}" if command else ""
        yield f".TP\n\\fB{escape(pressed)}\\fR{name}\n{escape(sentence(does))}"


def manual_page(program, summary, version, date, others, keys=""):
    """`summary`: behind the name, in `apropos`. `others`: names of the programs that belong to it.
    `keys`: see key_section(); empty: the program has no window."""
    parts = [f'.TH {program.name.upper()} 1 "{date}" "Bubblescope {version}" "User Commands"',
             f".SH NAME\n{program.name} \\- {escape(summary)}",
             ".SH SYNOPSIS", synopsis(program)]
    if program.commands:
        parts += [f".br\n\\fB{escape(program.name)}\\fR \\fIcommand\\fR \\fB\\-\\-help\\fR"]
    parts.append(f".SH DESCRIPTION\n{escape(sentence(program.text))}")
    if program.positionals:
        parts += [".SH ARGUMENTS", *entries(program.positionals)]
    parts += [".SH OPTIONS", *entries(program.options)]
    if program.commands:
        parts.append(".SH COMMANDS")
        for command in program.commands:
            parts += sub_section(program, command)
    notes = [note for note in program.notes if not note.startswith("Exit codes")] # they follow
    if notes:
        parts.append(".SH NOTES\n" + "\n.PP\n".join(escape(note) for note in notes))
    if keys:
        parts += [".SH KEYS", *key_section(keys)]
    parts.append(".SH EXIT STATUS")
    parts += [f".TP\n.B {code}\n{text}" for code, text in EXIT_STATUS]
    also = ", ".join(f"\\fB{escape(name)}\\fR(1)" for name in others)
    parts.append(f".SH SEE ALSO\n{also}")
    return "\n".join(parts) + "\n"
