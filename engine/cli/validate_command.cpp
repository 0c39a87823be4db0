#include "engine/cli/commands.h"

#include "engine/cli/output.h"
#include "engine/plan/validate.h"
#include "engine/strategy/custom_schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace cli {
namespace {

// Where an op stands in the file.
class CellOf {
public:
    explicit CellOf(const plan::Schedule& schedule)
    {
        for (std::size_t rank = 0; rank < schedule.order.size(); ++rank) {
            std::size_t column = 0;
            const plan::Pairs& pairs = schedule.pairsOf(rank);
            for (std::size_t i = 0; i < schedule.order[rank].size(); ++i) {
                // Both ops of a fused pair stand in one cell.
                const bool second
                    = i > 0 && std::binary_search(pairs.begin(), pairs.end(), i - 1);
                column += !second;
                m_cells.insert({schedule.order[rank][i], {rank + 1, column}});
            }
        }
    }

    // "row 2, column 5: " of the op that the sentence begins with; nothing if it begins
    // with none.
    std::string place(const std::string& sentence) const
    {
        const auto op = plan::parseOp(sentence.substr(0, sentence.find(' ')));
        const auto cell = op ? m_cells.find(*op) : m_cells.end();
        return cell == m_cells.end()
            ? std::string()
            : fmt::format("row {}, column {}: ", cell->second.first, cell->second.second);
    }

private:
    std::map<plan::Op, std::pair<std::size_t, std::size_t>> m_cells;
};

std::string counted(int count, const char* what)
{
    const char* const plural = std::string_view(what).ends_with("ch") ? "es" : "s";
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : plural);
}

std::string verdictText(const std::string& file, const plan::Schedule& schedule,
                        const std::vector<int>& peaks)
{
    const plan::Shape& shape = schedule.shape;
    return fmt::format("{}: runs to its end: {}, {}, {}\n"
                       "peak in flight on each rank: {}\n",
                       file, counted(shape.ranks, "rank"), counted(shape.stages(), "stage"),
                       counted(shape.microbatches, "microbatch"), fmt::join(peaks, " "));
}

} // namespace

int validateCsv(const ValidateFlags& flags)
{
    FlagReader reader;
    plan::ValidateOptions options;
    if (const int cap = reader.value("--max-in-flight", flags.maxInFlight, 0, positiveInteger))
        options.maxInFlight = {cap};
    options.buffers = reader.value("--buffers", flags.buffers, std::optional<int>{}, positiveInteger);
    if (!reader.good())
        return kBadInput;
    const auto schedule = strategy::readScheduleCsv(flags.file);
    if (!schedule) {
        fmt::print(stderr, "{}\n", schedule.error().message);
        return kBadInput;
    }
    const plan::Verdict verdict = plan::validate(*schedule, options);
    if (const auto sentences = verdict.sentences(); !sentences.empty()) {
        const CellOf cellOf(*schedule);
        for (const std::string& sentence : sentences)
            fmt::print(stderr, "{}: {}{}\n", flags.file, cellOf.place(sentence), sentence);
    }
    return verdict.legal()
        ? deliver(verdictText(flags.file, *schedule, verdict.peakInFlight), {})
        : kBadInput;
}

} // namespace cli
