// A program's command line: CLI11 reads it, and what is wrong with it is told in one sentence.
//
// A program has options of its own, or commands with theirs ("bubblescope-plan simulate ..."), or
// both. Each option is given at most once, unless it takes all (CLI::Option::take_all()); a word
// that nothing takes is an error. Options are added with the functions of values.h, so that their
// values are refused in the same words everywhere, and what they write to must outlive parse().

#pragma once

#include "engine/plan/result.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace options {

// Of all programs of a build: "0.1.0".
std::string_view programVersion();

class CommandLine {
public:
    // `program`: its name, as sentences and the help say it.
    CommandLine(std::string program, const std::string& about);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    // For the options that stand before any command.
    CLI::App& root() { return *m_app; }

    // Adds a command. `chosen` is called by parse() where it was given and all is well; it may
    // refuse() what its options say together.
    CLI::App& command(const std::string& name, const std::string& about,
                      std::function<void()> chosen);

    // Of the words behind the program's name. Done: what was given is written where the options
    // say, and the command's `chosen` was called. The help or the version where it was asked for.
    // Else a sentence that names the word or option that is wrong and where to read more; of the
    // options some may be written then.
    plan::Result<std::optional<std::string>> parse(const std::vector<std::string>& arguments);

    // All options of the program, or of the command that was given.
    std::string help() const;

private:
    plan::Error wrong(const std::string& sentence) const;
    std::optional<std::string> unexpected() const;

    std::string m_program;
    std::unique_ptr<CLI::App> m_app;
};

// For a `chosen` whose options do not go together: the sentence becomes the error of parse().
[[noreturn]] void refuse(const std::string& sentence);

// A program of commands, one of which is to be carried out: parse() chooses it, the program does
// it.
//
// A command is added with its options by a function of its own, in the file that carries it out, so
// that a new one is that file and a call:
//
//     void addListCommand(Commands& commands)
//     {
//         const auto flags = std::make_shared<ListFlags>();   // lives as long as the action
//         CLI::App& command = commands.add("list", "lists the runs", [flags] { ... });
//         addFlag(command, "--json", flags->json, "as JSON");
//     }
//
// `Action`: what the program does of a command, as std::function<int()>. Copied once, when chosen.
template <class Action>
class Commands {
public:
    Commands(std::string program, const std::string& about)
        : m_line(std::move(program), about)
    {
    }

    // `action` is chosen where the command is given.
    CLI::App& add(const std::string& name, const std::string& about, Action action)
    {
        return m_line.command(name, about,
                              [this, action = std::move(action)] { m_chosen = action; });
    }

    CommandLine& line() { return m_line; } // for parse() and the options before any command

    // What parse() has found; none before it, or where it was asked for help.
    const std::optional<Action>& chosen() const { return m_chosen; }
    // For what is done without a command, from a callback of the root.
    void choose(Action action) { m_chosen = std::move(action); }

private:
    CommandLine m_line;
    std::optional<Action> m_chosen;
};

} // namespace options
