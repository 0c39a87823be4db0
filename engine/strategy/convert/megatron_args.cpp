// Megatron-LM's command line, as people keep it: in a shell script.

#include "engine/strategy/convert/arguments.h"
#include "engine/strategy/convert/arguments_text.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/megatron.h"

namespace strategy {
namespace {

constexpr MegatronDialect kArgsDialect{};

ImportResult importMegatronArgs(const ImportInput& input)
{
    Importing importing = importArguments(readShellScript(input.text));
    if (importing.isSound())
        importMegatron(importing, kArgsDialect);
    return importing.finish();
}

ExportResult writeMegatronArgs(const Strategy& strategy, std::span<const KeptKey> kept)
{
    ArgumentsText text(strategy, kept);
    Exporting& exporting = text.exporting;
    exportMegatronWorld(exporting);
    text.close("DISTRIBUTED_ARGS");
    exportMegatronModel(exporting, kArgsDialect);
    text.close("MODEL_ARGS");
    exportMegatronStages(exporting, kArgsDialect);
    text.close("PARALLEL_ARGS");
    exportMegatronRun(exporting, kArgsDialect);
    exportMegatronTraining(exporting, kArgsDialect);
    text.close("TRAINING_ARGS");
    return finishExport(strategy, text.whole("pretrain_gpt.py"), exporting.takeRemarks(),
                        importMegatronArgs);
}

} // namespace

const Format kMegatronArgs{"megatron-args", "Megatron-LM arguments in a shell script", "*.sh",
                           importMegatronArgs, writeMegatronArgs};

} // namespace strategy
