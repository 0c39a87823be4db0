#include "engine/cli/arguments.h"
#include "engine/cli/commands.h"

#include "engine/cli/output.h"
#include "engine/options/values.h"
#include "engine/plan/counted.h"
#include "engine/plan/validate/validate.h"
#include "engine/strategy/custom_schedule.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace cli {
namespace {

// Caps as they were typed; empty where absent.
struct ValidateFlags {
    std::string file;
    std::string maxInFlight;
    std::string buffers;
};

std::string verdictText(const std::string& file, const plan::Schedule& schedule,
                        const std::vector<int>& peaks)
{
    const plan::Shape& shape = schedule.shape;
    return fmt::format("{}: runs to its end: {}, {}, {}\n"
                       "peak in flight on each rank: {}\n",
                       file, plan::counted(shape.ranks, "rank"),
                       plan::counted(shape.stages(), "stage"),
                       plan::counted(shape.microbatches, "microbatch"), fmt::join(peaks, " "));
}

int validateCsv(const ValidateFlags& flags)
{
    FlagReader reader;
    plan::ValidateOptions options;
    if (const int cap = reader.value("--max-in-flight", flags.maxInFlight, 0, positiveInteger))
        options.maxInFlight = {cap};
    options.buffers = reader.value("--buffers", flags.buffers, std::optional<int>{}, wholeNumber);
    if (!reader.good())
        return kBadInput;
    const auto file = strategy::readScheduleCsv(flags.file);
    if (!file) {
        complain(file.error().message);
        return kBadInput;
    }
    const plan::Verdict verdict = plan::validate(file->schedule, options);
    for (const std::string& sentence : verdict.sentences())
        // With the line and column of the cell, which only the file's reader knows.
        complain(file->placed(sentence));
    return verdict.legal()
        ? deliver(verdictText(flags.file, file->schedule, verdict.peakInFlight), {})
        : kBadInput;
}

} // namespace

void addValidateCommand(Commands& commands)
{
    const auto flags = std::make_shared<ValidateFlags>();
    CLI::App& command = addCommand(
        commands, "validate", "checks whether the order in a CSV file can run", flags, validateCsv);
    options::addText(command, "file", "FILE", flags->file, "schedule in PyTorch's CSV format")
        ->required();
    options::addText(command, "--max-in-flight", "N", flags->maxInFlight,
                     "maximum number of (microbatch, stage) pairs a rank may hold");
    options::addText(command, "--buffers", "N", flags->buffers,
                     "number of messages from one rank to another that may be sent before the "
                     "receiver asks for them; 0: a send waits for its receive");
}

} // namespace cli
