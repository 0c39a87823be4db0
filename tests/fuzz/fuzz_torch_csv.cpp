// Any bytes as PyTorch's schedule CSV, in both forms: a schedule or one sentence, and a
// schedule reads back from what is written of it.

#include "engine/plan/schedule_text.h"
#include "engine/plan/validate.h"
#include "engine/strategy/torch_csv/torch_csv.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using strategy::CsvForm;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const CsvForm form : {CsvForm::ComputeOnly, CsvForm::Lowered}) {
        const auto read = strategy::parseSchedule(text, form);
        if (!read) {
            if (read.error().message.empty())
                std::abort();
            continue;
        }
        const auto again = strategy::parseSchedule(plan::toText(*read));
        if (!again || !(*again == *read))
            std::abort();
        if (!plan::violations(*read).empty())
            continue; // it deadlocks: nothing to lower
        const auto lowered = strategy::parseSchedule(strategy::toTorchCsv(*read, CsvForm::Lowered),
                                                     CsvForm::Lowered);
        if (!lowered || !(*lowered == *read))
            std::abort();
    }
    return 0;
}
