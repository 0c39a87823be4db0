// Megatron-LM's command line, as people keep it: in a shell script.

#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/megatron_shell.h"

namespace strategy {
namespace {

constexpr MegatronDialect kArgsDialect{};

ImportResult importMegatronArgs(const ImportInput& input)
{
    return importMegatronShell(input, kArgsDialect);
}

ExportResult writeMegatronArgs(const Strategy& strategy, std::span<const KeptKey> kept)
{
    return writeMegatronShell(strategy, kept, {kArgsDialect, "MODEL_ARGS", importMegatronArgs});
}

} // namespace

const Format kMegatronArgs{"megatron-args", "Megatron-LM arguments in a shell script", "*.sh",
                           importMegatronArgs, writeMegatronArgs};

} // namespace strategy
