#include "engine/strategy/convert/megatron_shell.h"

#include "engine/strategy/convert/arguments.h"
#include "engine/strategy/convert/arguments_text.h"
#include "engine/strategy/convert/known_keys/megatron_keys.h"
#include "engine/strategy/convert/megatron_deepspeed.h"
#include "engine/strategy/convert/megatron_slime.h"

namespace strategy {
namespace {

constexpr std::string_view kBothWays = "pretrain_bert";

} // namespace

ImportResult importMegatronShell(const ImportInput& input, const MegatronDialect& dialect)
{
    const ShellScript script = readShellScript(input.text, input.folder);
    Importing importing = importArguments(script);
    importing.review(megatronKeys());
    takeOtherNames(importing);
    takeEncoder(importing);
    if (importing.isSound())
        addDeepSpeedConfig(importing, script, input.folder);
    if (importing.isSound())
        addSlimeDefaults(importing);
    if (importing.isSound())
        importMegatron(importing, dialect);
    const std::string program = trainingProgram(script);
    if (program.find(kBothWays) != std::string::npos && importing.strategy.model) {
        importing.strategy.model->causal = false;
        importing.remark(Remark::Kind::Assumed, program,
                         "trains a model whose tokens attend to all others; taken so");
    }
    return importing.finish();
}

ExportResult writeMegatronShell(const Strategy& strategy, std::span<const KeptKey> kept,
                                const MegatronShell& shell)
{
    ArgumentsText text(strategy, kept);
    Exporting& exporting = text.exporting;
    // The first array goes to the launcher, the others to the program.
    exportMegatronWorld(exporting);
    text.close("DISTRIBUTED_ARGS");
    exportMegatronModel(exporting, shell.dialect);
    text.close(shell.modelArray);
    exportMegatronStages(exporting, shell.dialect);
    text.close("PARALLEL_ARGS");
    exportMegatronRun(exporting, shell.dialect);
    exportMegatronTraining(exporting, shell.dialect);
    text.close("TRAINING_ARGS");
    const bool causal = !strategy.model || strategy.model->causal;
    return finishExport(strategy, text.whole(causal ? "pretrain_gpt.py" : "pretrain_bert.py"),
                        exporting.takeRemarks(), shell.import);
}

} // namespace strategy
