// The command line of bubblescope-run. Each command adds itself: its options, its help and what
// carries it out stand together in its own file.

#pragma once

#include "engine/launch/environment.h"
#include "engine/launch/exit_code.h"
#include "engine/launch/places.h"
#include "engine/options/command_line.h"
#include "engine/plan/result.h"

#include <any>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace launch {

// What the program was started in, read once in main() and handed on, so that commands look at no
// global state.
struct ProgramEnvironment {
    Environment environment;
    std::filesystem::path ownProgram; // this program's file, absolute
};

// A command as it was asked for: its request, whatever type that has, and what carries it out.
// Copies share the request.
class Asked {
public:
    template <class Request>
    Asked(std::shared_ptr<Request> request,
          std::function<ExitCode(const Request&, const ProgramEnvironment&)> act)
        : m_request(request)
        , m_act([request, act = std::move(act)](const ProgramEnvironment& in) {
            return act(*request, in);
        })
    {
    }

    // What was typed, where it is a request of that kind; else nullptr. Lets tests look at what was
    // understood without carrying it out. Lives as long as any copy of this.
    template <class Request>
    const Request* as() const
    {
        const auto* request = std::any_cast<std::shared_ptr<Request>>(&m_request);
        return request != nullptr ? request->get() : nullptr;
    }

    // Does the work, which may take as long as a run. Says on stderr what goes wrong.
    ExitCode carryOut(const ProgramEnvironment& in) const { return m_act(in); }

private:
    std::any m_request;
    std::function<ExitCode(const ProgramEnvironment&)> m_act;
};

// All commands; what was typed chooses one of them.
using Commands = options::Commands<Asked>;

// Finds the places of runs for a command that needs them and calls `act`; where neither HOME nor
// XDG_STATE_HOME says where they are, says so on stderr and is ExitCode::BadInput.
ExitCode inPlaces(const ProgramEnvironment& in, const std::function<ExitCode(const Places&)>& act);

// Adds a command about runs that exist. Its options write to `request`.
template <class Request>
CLI::App& addCommand(Commands& commands, const std::string& name, const std::string& about,
                     std::shared_ptr<Request> request,
                     ExitCode (*act)(const Request&, const Places&))
{
    return commands.add(
        name, about,
        Asked(std::move(request),
              std::function([act](const Request& asked, const ProgramEnvironment& in) {
                  return inPlaces(in, [&](const Places& places) { return act(asked, places); });
              })));
}

// The word that names a run: required, the first of a command. `run` must outlive the parsing;
// `about` is what the help says of it.
void addRun(CLI::App& command, std::string& run, const std::string& about);

// `arguments` without the program's name. Either the command asked for, or the text of the help;
// else a sentence. A file named like a command is given as ./list.
struct CommandLine {
    std::optional<Asked> asked;
    std::string help; // where there is no command
};
plan::Result<CommandLine> parseCommandLine(const std::vector<std::string>& arguments);

} // namespace launch
