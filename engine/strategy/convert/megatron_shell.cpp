#include "engine/strategy/convert/megatron_shell.h"

#include "engine/strategy/convert/arguments.h"
#include "engine/strategy/convert/arguments_text.h"
#include "engine/strategy/convert/huggingface_other_layers.h"
#include "engine/strategy/convert/known_keys/megatron_keys.h"
#include "engine/strategy/convert/megatron_deepspeed.h"
#include "engine/strategy/convert/megatron_slime.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

constexpr std::string_view kBothWays = "pretrain_bert";

// Programs whose models have state-space layers.
constexpr std::array<std::string_view, 2> kStateSpace{"pretrain_mamba", "pretrain_hybrid"};

// Of the first such word.
int lineOf(const ShellScript& script, std::string_view text)
{
    for (const auto& command : script.commands)
        for (const ShellWord& word : command)
            if (word.text == text)
                return word.line;
    return 1;
}

} // namespace

ImportResult importMegatronShell(const ImportInput& input, const MegatronDialect& dialect)
{
    const ShellScript script = readShellScript(input.text, input.folder);
    Importing importing = importArguments(script);
    importing.review(megatronKeys());
    const std::string program = trainingProgram(script);
    if (std::any_of(kStateSpace.begin(), kStateSpace.end(),
                    [&](std::string_view name) { return program.find(name) != std::string::npos; }))
        importing.problemAt(lineOf(script, program), program,
                            "trains a model with state-space layers, as Mamba has them; "
                                + std::string(kAttentionAndMlpAlone));
    takeOtherNames(importing);
    takeEncoder(importing);
    if (importing.isSound())
        addDeepSpeedConfig(importing, script, input.folder);
    if (importing.isSound())
        addSlimeDefaults(importing);
    if (importing.isSound())
        importMegatron(importing, dialect);
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
