// The arguments of Megatron's family in a shell script, which its members read and write alike but
// for the dialect. Internal to this folder.

#pragma once

#include "engine/strategy/convert/format.h"
#include "engine/strategy/convert/megatron.h"

#include <span>
#include <string>

namespace strategy {

// Reads the training command of the script.
ImportResult importMegatronShell(const ImportInput& input, const MegatronDialect& dialect);

// How one member writes its script.
struct MegatronShell {
    MegatronDialect dialect;
    std::string modelArray; // the name that its own scripts give the array of the model's arguments
    ImportResult (*import)(const ImportInput& input) = nullptr; // what reads the script back
};

// Writes a script for pretrain_gpt.py; what it could not express is remarked, see finishExport().
ExportResult writeMegatronShell(const Strategy& strategy, std::span<const KeptKey> kept,
                                const MegatronShell& shell);

} // namespace strategy
