// A format: "pipes", a made-up framework whose YAML has the sizes of a run and a batch.

#include "tests/examples/examples.h"

#include "engine/strategy/convert/exporting.h"
#include "engine/strategy/convert/importing.h"

#include <array>

namespace strategy {
namespace {

// Keys that stand for a field as it is. The field's own range is checked; a problem names the key.
constexpr std::array kPipesKeys = std::to_array<FieldKey>({
    {"parallel.pipeline", "run.stages"},
    {"parallel.tensor", "run.shards"},
    {"batch.micro", "run.micro_batch"},
});

constexpr std::string_view kSteps = "run.accumulate";

ImportResult importPipes(const ImportInput& input)
{
    Importing importing(readSettings(input.text));
    if (!importing.isSound())
        return importing.finish();
    importing.into(kPipesKeys);
    // What is no field as it stands: 1F1B over as many microbatches as gradients are summed over.
    const int steps = importing.whole(kSteps, {1, kMaxSamples / kMaxGroup}).value_or(1);
    importing.strategy.batch.global = steps * importing.strategy.batch.micro;
    importing.standsFor("batch.global", kSteps);
    return importing.finish(); // remarks every key that nobody took, and runs check()
}

ExportResult writePipes(const Strategy& strategy, std::span<const KeptKey> kept)
{
    Exporting out(strategy);
    out.setFields(kPipesKeys);
    out.set(kSteps, microbatches(strategy));
    out.addKept(kept); // keys that meant nothing to us come back
    // Reads the text back and remarks every field that did not return.
    return finishExport(strategy, yamlOf(out.keys()), out.takeRemarks(), importPipes);
}

} // namespace

const Format kPipes{"pipes", "Pipes (YAML)", "*.yaml", importPipes, writePipes};

} // namespace strategy
