#include "engine/cli/commands.h"

#include "engine/cli/output.h"
#include "engine/plan/validate.h"
#include "engine/strategy/custom_schedule.h"

#include <fmt/format.h>

namespace cli {

int validateCsv(const ValidateFlags& flags)
{
    const auto schedule = strategy::readScheduleCsv(flags.file);
    if (!schedule) {
        fmt::print(stderr, "{}\n", schedule.error().message);
        return kBadInput;
    }
    const std::vector<std::string> sentences = plan::violations(*schedule);
    for (const std::string& sentence : sentences)
        fmt::print(stderr, "{}: {}\n", flags.file, sentence);
    const plan::Shape& shape = schedule->shape;
    return sentences.empty()
        ? deliver(fmt::format("{}: runs to its end: {} ranks, {} stages, {} microbatches\n",
                              flags.file, shape.ranks, shape.stages(), shape.microbatches),
                  {})
        : kBadInput;
}

} // namespace cli
