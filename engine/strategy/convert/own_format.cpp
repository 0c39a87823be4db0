// Our own file, so that every conversion has the same two ends.

#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/yaml.h"

namespace strategy {
namespace {

ImportResult importOwn(const ImportInput& input)
{
    ReadResult read = readStrategy(input.text, input.folder);
    ImportResult result;
    result.strategy = std::move(read.strategy);
    result.problems = std::move(read.problems);
    return result;
}

ExportResult writeOwn(const Strategy& strategy, std::span<const KeptKey>)
{
    return {writeStrategy(strategy), {}};
}

} // namespace

const Format kBubblescope{"bubblescope", "Bubblescope's own strategy (YAML)", "*.yaml", importOwn,
                          writeOwn};

} // namespace strategy
