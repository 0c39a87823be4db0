#include "engine/launch/memory_report.h"

#include "engine/strategy/size_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace launch {

namespace {

using Json = nlohmann::ordered_json;
using measured::MemoryTaken;

constexpr std::array kPartWords{"weights", "gradients", "optimizer", "activations", "buffers"};
constexpr std::array kOpWords{"forward", "backward", "input gradient", "weight gradient"};

measured::MemoryParts partsOf(const PredictedMemory& predicted)
{
    return {predicted.weights, predicted.gradients, predicted.optimizer, predicted.activations,
            predicted.buffers};
}

// Below 2^62 each, as the wire has them.
std::int64_t differenceOf(std::uint64_t taken, std::uint64_t predicted)
{
    return static_cast<std::int64_t>(taken) - static_cast<std::int64_t>(predicted);
}

Json rankJson(int rank, const MemoryTaken& taken, const PredictedMemory* predicted)
{
    Json json = {{"rank", rank},
                 {"peak_bytes", taken.peak()},
                 {"step", taken.step},
                 {"op", taken.op ? Json(plan::toText(*taken.op)) : Json(nullptr)},
                 {"predicted", nullptr},
                 {"counted_bytes", nullptr},
                 {"difference_bytes", nullptr}};
    if (predicted != nullptr) {
        json["predicted"] = jsonOf(*predicted);
        json["counted_bytes"] = measured::totalOf(partsOf(*predicted));
        json["difference_bytes"]
            = differenceOf(taken.peak(), measured::totalOf(partsOf(*predicted)));
    }
    Json& categories = json["categories"] = Json::object();
    for (std::size_t part = 0; part < measured::kMemoryParts; ++part) {
        Json one = {{"at_peak_bytes", taken.atPeak[part]},
                    {"peak_bytes", taken.peaks[part]},
                    {"predicted_bytes", nullptr},
                    {"difference_bytes", nullptr}};
        if (predicted != nullptr) {
            one["predicted_bytes"] = partsOf(*predicted)[part];
            one["difference_bytes"] = differenceOf(taken.atPeak[part], partsOf(*predicted)[part]);
        }
        categories[kPartWords[part]] = std::move(one);
    }
    Json& ops = json["ops"] = Json::object();
    for (std::size_t kind = 0; kind < kOpWords.size(); ++kind)
        if (taken.byKind[kind].ops > 0)
            ops[kOpWords[kind]] = {{"ops", taken.byKind[kind].ops},
                                   {"mean_change_bytes", std::llround(taken.byKind[kind].change)},
                                   {"largest_rise_bytes", taken.byKind[kind].largest}};
    return json;
}

using strategy::sizeText;
std::string sizeText(std::uint64_t bytes) { return sizeText(static_cast<double>(bytes)); }

// " (+5.4 %)"; empty of a prediction of nothing.
std::string differenceText(std::uint64_t taken, std::uint64_t predicted)
{
    if (predicted == 0)
        return {};
    return fmt::format(" ({:+.1f} %)",
                       100 * (static_cast<double>(taken) / static_cast<double>(predicted) - 1));
}

std::string headline(int rank, const MemoryTaken& taken, const PredictedMemory* predicted)
{
    std::string text
        = fmt::format("  memory: rank {} took the most, {}", rank, sizeText(taken.peak()));
    if (taken.op)
        text += fmt::format(" in {} of step {}", plan::toText(*taken.op), taken.step);
    if (predicted == nullptr)
        return text + "\n";
    const std::uint64_t counted = measured::totalOf(partsOf(*predicted));
    text += fmt::format("; predicted {}{}", sizeText(counted),
                        differenceText(taken.peak(), counted));
    if (!predicted->peakOp.empty())
        text += " in " + predicted->peakOp;
    return text
        + fmt::format(", and {} with what the device needs besides\n", sizeText(predicted->peak));
}

std::string partsText(const MemoryTaken& taken, const PredictedMemory* predicted)
{
    std::vector<std::string> parts;
    for (std::size_t part = 0; part < measured::kMemoryParts; ++part) {
        const std::uint64_t expected = predicted != nullptr ? partsOf(*predicted)[part] : 0;
        if (taken.atPeak[part] == 0 && expected == 0)
            continue;
        std::string one = fmt::format("{} {}", kPartWords[part], sizeText(taken.atPeak[part]));
        if (predicted != nullptr)
            one += fmt::format(" of {}", sizeText(expected));
        parts.push_back(std::move(one));
    }
    return fmt::format("    {}\n", fmt::join(parts, ", "));
}

std::string opsText(const MemoryTaken& taken)
{
    std::string text;
    for (std::size_t kind = 0; kind < kOpWords.size(); ++kind) {
        const measured::OpMemory& of = taken.byKind[kind];
        if (of.ops > 0 && (of.largest > 0 || of.change != 0))
            text += fmt::format("    {:<15} holds {}{} more after it, at most {} more meanwhile\n",
                                kOpWords[kind], of.change > 0 ? "+" : "", sizeText(of.change),
                                sizeText(of.largest));
    }
    return text;
}

} // namespace

const PredictedMemory* predictedOf(const std::vector<PredictedMemory>& predicted, int rank,
                                   int ranks)
{
    const auto places = static_cast<int>(predicted.size());
    if (places == 0 || rank < 0 || rank >= ranks || ranks % places != 0)
        return nullptr;
    return &predicted[static_cast<std::size_t>(rank / (ranks / places))];
}

nlohmann::ordered_json jsonOf(const MemoryReport& memory, const PredictedIn& predictedIn, int ranks)
{
    Json list = Json::array();
    for (const auto& [rank, taken] : memory.ranks)
        list.push_back(rankJson(rank, taken, predictedOf(predictedIn(taken.step), rank, ranks)));
    return list;
}

std::string summaryOf(const MemoryReport& memory, const PredictedIn& predictedIn, int ranks)
{
    const auto fullest = std::max_element(
        memory.ranks.begin(), memory.ranks.end(),
        [](const auto& a, const auto& b) { return a.second.peak() < b.second.peak(); });
    if (fullest == memory.ranks.end())
        return {};
    const auto& [rank, taken] = *fullest;
    const PredictedMemory* of = predictedOf(predictedIn(taken.step), rank, ranks);
    return headline(rank, taken, of) + partsText(taken, of) + opsText(taken);
}

} // namespace launch
