"""Completions of a command that command_help.py has read, for bash, zsh and fish."""

import re

# Values that are files, and those that are folders, by what the help calls them.
FILES = {"FILE", "OUT", "IN", "STRATEGY", "PNG", "RUNS", "PATH", "JSON", "CSV", "HTML"}
FOLDERS = {"FOLDER", "DIR"}


def kind_of(option):
    """choices, file, folder, run or value; of a flag none."""
    if option.choices:
        return "choices"
    kinds = set(re.split(r"\W+", option.value.upper()))
    if "RUN" in kinds:
        return "run"
    if kinds & FOLDERS:
        return "folder"
    return "file" if kinds & FILES else "value" if option.value else "none"


def function_name(name):
    return "_" + name.replace("-", "_")


def option_names(command):
    return [name for option in command.options for name in option.names]


# ---- bash

BASH_VALUES = {"run": 'compgen -W last -- "$cur"; compgen -f -- "$cur"', "file": 'compgen -f -- "$cur"',
               "folder": 'compgen -d -- "$cur"', "value": ":"}


def bash_words(words):
    return f'compgen -W "{" ".join(words)}" -- "$cur"'


def bash_branch(patterns, commands):
    return f"        {patterns}) {commands} ;;"


def bash_values(command, prefix):
    """The branches of `case "$command $previous"`: values of a command's options."""
    for option in command.options:
        kind = kind_of(option)
        if kind != "none":
            patterns = "|".join(f'"{prefix} {name}"' for name in option.names)
            yield bash_branch(patterns, bash_words(option.choices) if kind == "choices" else BASH_VALUES[kind])


def bash_positionals(command):
    kinds = [kind_of(positional) for positional in command.positionals]
    return BASH_VALUES[next((kind for kind in kinds if kind in BASH_VALUES), "value")]


def bash_names(program):
    """The branches of `case "$command:$cur"`: options and positionals of a command, and the commands."""
    for command in program.commands:
        yield bash_branch(f"{command.name}:-*", bash_words(option_names(command)))
        yield bash_branch(f"{command.name}:*", bash_positionals(command))
    yield bash_branch(":-*", bash_words(option_names(program)))
    words = bash_words([command.name for command in program.commands]) + "; " if program.commands else ""
    yield bash_branch(":*", words + bash_positionals(program))


BASH = """\
# bash completion of {name}; made from its --help
{function}_candidates()
{{
    case "$command $previous" in
{values}
        *) case "$command:$cur" in
{names}
        esac ;;
    esac
}}

{function}()
{{
    local cur previous command word
    cur=${{COMP_WORDS[COMP_CWORD]}}
    previous=${{COMP_WORDS[COMP_CWORD - 1]}}
    # --name=value comes as three words
    [ "$cur" = = ] && cur=
    [ "$previous" = = ] && previous=${{COMP_WORDS[COMP_CWORD - 2]}}
    command=
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD - 1}}"; do
        case " {commands} " in *" $word "*) command=$word; break ;; esac
    done
    mapfile -t COMPREPLY < <({function}_candidates)
}}
complete -o filenames -F {function} {name}
"""


def bash(program):
    branches = [branch for prefix, command in [("", program)] + [(c.name, c) for c in program.commands]
                for branch in bash_values(command, prefix)]
    return BASH.format(name=program.name, function=function_name(program.name), values="\n".join(branches),
                       names="\n".join(bash_names(program)),
                       commands=" ".join(command.name for command in program.commands))


# ---- zsh

ZSH_VALUES = {"run": ":run:{_alternative 'runs:run:(last)' 'files:recording:_files'}", "file": ":file:_files",
              "folder": ":folder:_files -/", "value": ":value: ", "none": ""}


def zsh_quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_escape(text):
    return re.sub(r"([\[\]:\\])", r"\\\1", text)


def zsh_value(option):
    kind = kind_of(option)
    return f":value:({' '.join(option.choices)})" if kind == "choices" else ZSH_VALUES[kind]


def zsh_arguments(command):
    for option in command.options:
        for name in option.names:
            star = "*" if option.repeatable else ""
            yield zsh_quoted(f"{star}{name}[{zsh_escape(option.text)}]{zsh_value(option)}")
    for positional in command.positionals:
        yield zsh_quoted(("*" if positional.repeatable else "") + zsh_value(positional))


def zsh_call(command, indent):
    return f" \\\n{indent}    ".join([f"{indent}_arguments -s", *zsh_arguments(command)])


def zsh(program):
    lines = [f"#compdef {program.name}", f"# zsh completion of {program.name}; made from its --help", ""]
    if not program.commands:
        return "\n".join(lines + [zsh_call(program, ""), ""])
    lines += ["local -a commands", "commands=("]
    lines += [f"    {zsh_quoted(command.name + ':' + zsh_escape(command.text))}"
              for command in program.commands]
    lines += [")", "if (( CURRENT == 2 )) && [[ $words[CURRENT] != -* ]]; then",
              "    _describe command commands", *(["    _files"] if program.positionals else []),
              "    return", "fi", "case $words[2] in"]
    for command in program.commands:
        lines += [f"    {command.name})", "        shift words; (( CURRENT-- ))",
                  zsh_call(command, "        "), "        ;;"]
    return "\n".join(lines + ["    *)", zsh_call(program, "        "), "        ;;", "esac", ""])


# ---- fish

def fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_option(program, option, condition):
    words = ["complete -c", program.name]
    if condition:
        words += ["-n", fish_quoted(condition)]
    for name in option.names:
        words += ["-l", name[2:]] if name.startswith("--") else ["-s", name[1:]]
    kind = kind_of(option)
    if kind == "choices":
        words += ["-x", "-a", fish_quoted(" ".join(option.choices))]
    elif kind == "folder":
        words += ["-x", "-a", fish_quoted("(__fish_complete_directories)")]
    elif kind != "none":
        words.append("-x" if kind == "value" else "-r")
    return " ".join(words + ["-d", fish_quoted(option.text)])


def fish(program):
    lines = [f"# fish completion of {program.name}; made from its --help"]
    names = " ".join(command.name for command in program.commands)
    for command in program.commands:
        lines.append(f"complete -c {program.name} -n '__fish_use_subcommand' -a {command.name} "
                     f"-d {fish_quoted(command.text)}")
    alone = f"not __fish_seen_subcommand_from {names}" if names else ""
    lines += [fish_option(program, option, alone) for option in program.options]
    for command in program.commands:
        lines += [fish_option(program, option, f"__fish_seen_subcommand_from {command.name}")
                  for option in command.options]
    return "\n".join(lines) + "\n"
