// Any bytes as a JSON or YAML configuration of another framework: the import answers with a
// strategy or with sentences, and what it accepts is written, read again, and means the same but
// for what the remarks name. The first byte chooses the framework.

#include "engine/strategy/check.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/field_access.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace strategy;

bool isNamed(const std::vector<Remark>& remarks, std::string_view field)
{
    return std::any_of(remarks.begin(), remarks.end(), [&](const Remark& remark) {
        return remark.key == field || field.starts_with(remark.key + '.');
    });
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const std::array kFormats{&kAccelerate, &kDeepSpeed, &kHuggingFace,
                                     &kNanotron,   &kPaddle,    &kPaddleNlp};
    if (size == 0)
        return 0;
    const Format& format = *kFormats[data[0] % kFormats.size()];
    const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
    const ImportResult first = format.import({text, {}});
    if (first.strategy.has_value() != first.problems.empty())
        std::abort();
    if (!first.strategy)
        return 0;
    if (!check(*first.strategy).problems.empty())
        std::abort();

    const ExportResult written = format.write(*first.strategy, first.kept);
    const ImportResult again = format.import({written.text, {}});
    if (!again.strategy)
        std::abort();
    const auto before = fieldTexts(resolved(*first.strategy));
    const auto after = fieldTexts(resolved(*again.strategy));
    for (const auto& [field, value] : before) {
        const auto found = after.find(field);
        const bool same = found != after.end() && found->second == value;
        if (!same && !isNamed(written.remarks, field))
            std::abort();
    }
    return 0;
}
