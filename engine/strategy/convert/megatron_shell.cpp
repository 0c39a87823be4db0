#include "engine/strategy/convert/megatron_shell.h"

#include "engine/strategy/convert/arguments.h"
#include "engine/strategy/convert/arguments_text.h"

namespace strategy {

ImportResult importMegatronShell(const ImportInput& input, const MegatronDialect& dialect)
{
    Importing importing = importArguments(readShellScript(input.text, input.folder));
    if (importing.isSound())
        importMegatron(importing, dialect);
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
    return finishExport(strategy, text.whole("pretrain_gpt.py"), exporting.takeRemarks(),
                        shell.import);
}

} // namespace strategy
