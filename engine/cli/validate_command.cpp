#include "engine/cli/commands.h"

#include "engine/cli/output.h"
#include "engine/plan/validate.h"
#include "engine/strategy/custom_schedule.h"

#include <fmt/format.h>

namespace cli {
namespace {

std::string verdictText(const std::string& file, const plan::Schedule& schedule,
                        const std::vector<int>& peaks)
{
    const plan::Shape& shape = schedule.shape;
    return fmt::format("{}: runs to its end: {} ranks, {} stages, {} microbatches\n"
                       "peak in flight on each rank: {}\n",
                       file, shape.ranks, shape.stages(), shape.microbatches,
                       fmt::join(peaks, " "));
}

} // namespace

int validateCsv(const ValidateFlags& flags)
{
    FlagReader reader;
    plan::ValidateOptions options;
    if (const int cap = reader.value("--max-in-flight", flags.maxInFlight, 0, positiveInteger))
        options.maxInFlight = {cap};
    options.buffers = reader.value("--buffers", flags.buffers, std::optional<int>{}, positiveInteger);
    if (!reader.good())
        return kBadInput;
    const auto schedule = strategy::readScheduleCsv(flags.file);
    if (!schedule) {
        fmt::print(stderr, "{}\n", schedule.error().message);
        return kBadInput;
    }
    const plan::Verdict verdict = plan::validate(*schedule, options);
    for (const std::string& sentence : verdict.sentences())
        fmt::print(stderr, "{}: {}\n", flags.file, sentence);
    return verdict.legal()
        ? deliver(verdictText(flags.file, *schedule, verdict.peakInFlight), {})
        : kBadInput;
}

} // namespace cli
