#include "engine/plan/schedule_text.h"

namespace plan {
namespace {

constexpr std::size_t kBytesPerCell = 8; // about what an op takes in text

std::size_t cells(const Schedule& schedule)
{
    std::size_t count = 0;
    for (const auto& ops : schedule.order)
        count += ops.size() + 1;
    return count;
}

} // namespace

void appendPair(std::string& text, const Op& forward, const Op& backward)
{
    text += '(';
    appendText(text, forward);
    text += ';';
    appendText(text, backward);
    text += kPairEnd;
}

void appendRow(std::string& text, const Schedule& schedule, std::size_t rank)
{
    const auto& ops = schedule.order[rank];
    const Pairs& pairs = schedule.pairsOf(rank);
    auto pair = pairs.begin();
    for (std::size_t i = 0; i < ops.size(); ++i) {
        if (i > 0)
            text += ',';
        if (pair != pairs.end() && *pair == i) {
            appendPair(text, ops[i], ops[i + 1]);
            ++i;
            ++pair;
        } else {
            appendText(text, ops[i]);
        }
    }
}

std::string toText(const Schedule& schedule)
{
    std::string text;
    text.reserve(kBytesPerCell * cells(schedule));
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank) {
        appendRow(text, schedule, rank);
        text += '\n';
    }
    return text;
}

} // namespace plan
