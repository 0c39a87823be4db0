// The challenge of a day, and a folder of its entries, ranked.

#include "engine/cli/arguments.h"
#include "engine/cli/challenge_report.h"
#include "engine/cli/command_options.h"
#include "engine/cli/commands.h"
#include "engine/cli/output.h"
#include "engine/options/values.h"

#include <CLI/CLI.hpp>
#include <fmt/chrono.h>

#include <ctime>
#include <filesystem>

namespace cli {
namespace {

struct ChallengeFlags {
    std::string date;    // empty: today
    std::string entries; // folder; empty: none
    std::string format;
    std::string out;
};

// Of this machine's calendar, as the window has it.
std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr))); }

int printChallenge(const ChallengeFlags& flags)
{
    const auto date = lesson::dateOf(flags.date.empty() ? today() : flags.date);
    if (!date) {
        complain("--date: " + date.error().message);
        return kBadInput;
    }
    const lesson::Challenge challenge = lesson::challengeOf(*date);
    std::optional<lesson::ReadEntries> read;
    if (!flags.entries.empty()) {
        std::error_code error;
        if (!std::filesystem::is_directory(flags.entries, error)) {
            complain("--entries: must be a folder that is there, not "
                     + options::inQuotes(flags.entries));
            return kBadInput;
        }
        read = lesson::readEntries(challenge, {flags.entries});
        for (const std::string& problem : read->problems)
            complain(problem);
        if (!read->problems.empty())
            return kBadInput;
        if (read->leftOut > 0)
            complain("warning: " + leftOutText(*read));
    }
    const lesson::ReadEntries* const entries = read ? &*read : nullptr;
    return deliver(flags.format == "json" ? challengeJson(challenge, entries)
                                          : challengeText(challenge, entries),
                   flags.out);
}

} // namespace

void addChallengeCommand(Commands& commands)
{
    const auto flags = std::make_shared<ChallengeFlags>();
    CLI::App& command
        = addCommand(commands, "challenge",
                     "says which schedule is asked for on a day, and ranks those that were laid",
                     flags, printChallenge);
    options::addText(command, "--date", "YYYY-MM-DD", flags->date, "of the day; default: today");
    options::addText(command, "--entries", "FOLDER", flags->entries,
                     "checks and simulates every *.csv of the folder, PyTorch's CSV of an order, "
                     "and ranks them");
    options::addWord(command, "--format", flags->format, {"text", "json"});
    addOutput(command, flags->out);
}

} // namespace cli
