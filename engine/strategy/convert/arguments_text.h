// A shell script that runs a training program with arguments: how those of Megatron's family
// are written. Internal to this folder.

#pragma once

#include "engine/strategy/convert/exporting.h"

namespace strategy {

class ArgumentsText {
public:
    // `kept`: flags of a script, the launcher's among them.
    ArgumentsText(const Strategy& strategy, std::span<const KeptKey> kept);

    Exporting exporting; // the keys of one array after the other

    // The keys set since the last call stand in an array of that name. The first array is the
    // launcher's.
    void close(std::string array);

    // The script; kept flags that nothing was set for come last.
    std::string whole(std::string_view program);

private:
    struct Array {
        std::string name;
        std::size_t end = 0; // of its keys
    };

    std::vector<KeptKey> m_kept;
    std::vector<Array> m_arrays;
};

} // namespace strategy
