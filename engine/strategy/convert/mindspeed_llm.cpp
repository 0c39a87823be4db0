// MindSpeed-LLM's command line: Megatron-LM's, with its own words for the schedule, layers
// that do nothing and the ways of context parallelism.

#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/megatron_shell.h"

namespace strategy {
namespace {

constexpr MegatronDialect kMindSpeed{.uneven = MegatronDialect::Uneven::Noops,
                                     .isMindSpeed = true,
                                     .framework = Framework::MindSpeed,
                                     .graphs = ""};

ImportResult importMindSpeedLlm(const ImportInput& input)
{
    return importMegatronShell(input, kMindSpeed);
}

ExportResult writeMindSpeedLlm(const Strategy& strategy, std::span<const KeptKey> kept)
{
    return writeMegatronShell(strategy, kept, {kMindSpeed, "GPT_ARGS", importMindSpeedLlm});
}

} // namespace

const Format kMindSpeedLlm{"mindspeed-llm", "MindSpeed-LLM arguments in a shell script", "*.sh",
                           importMindSpeedLlm, writeMindSpeedLlm};

} // namespace strategy
