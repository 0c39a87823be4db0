// MindSpeed-LLM's command line: Megatron-LM's, with its own words for the schedule, layers
// that do nothing and the ways of context parallelism.

#include "engine/strategy/convert/arguments.h"
#include "engine/strategy/convert/arguments_text.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/megatron.h"

namespace strategy {
namespace {

constexpr MegatronDialect kMindSpeed{.uneven = MegatronDialect::Uneven::Noops, .isMindSpeed = true};

ImportResult importMindSpeedLlm(const ImportInput& input)
{
    Importing importing = importArguments(readShellScript(input.text));
    if (importing.isSound())
        importMegatron(importing, kMindSpeed);
    return importing.finish();
}

ExportResult writeMindSpeedLlm(const Strategy& strategy, std::span<const KeptKey> kept)
{
    ArgumentsText text(strategy, kept);
    Exporting& exporting = text.exporting;
    exportMegatronWorld(exporting);
    text.close("DISTRIBUTED_ARGS");
    exportMegatronModel(exporting, kMindSpeed);
    text.close("GPT_ARGS");
    exportMegatronStages(exporting, kMindSpeed);
    text.close("PARALLEL_ARGS");
    exportMegatronRun(exporting, kMindSpeed);
    exportMegatronTraining(exporting, kMindSpeed);
    text.close("TRAINING_ARGS");
    return finishExport(strategy, text.whole("pretrain_gpt.py"), exporting.takeRemarks(),
                        importMindSpeedLlm);
}

} // namespace

const Format kMindSpeedLlm{"mindspeed-llm", "MindSpeed-LLM arguments in a shell script", "*.sh",
                           importMindSpeedLlm, writeMindSpeedLlm};

} // namespace strategy
