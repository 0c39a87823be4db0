// Any bytes as torchtitan's TOML: the import answers with a strategy or with sentences; what it
// accepts is a strategy of ours and becomes a recipe.

#include "engine/strategy/check.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/yaml.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace strategy;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const ImportResult first = kTorchtitan.import({text, {}});
    if (first.strategy.has_value() != first.problems.empty())
        std::abort();
    if (!first.strategy)
        return 0;
    if (!check(*first.strategy).problems.empty()
        || kTorchtitan.write(*first.strategy, first.kept).text.empty())
        std::abort();
    const ReadResult read = readStrategy(writeStrategy(*first.strategy));
    if (!read.strategy || !(*read.strategy == *first.strategy))
        std::abort();
    return 0;
}
