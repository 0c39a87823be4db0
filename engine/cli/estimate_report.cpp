#include "engine/cli/estimate_report.h"

#include "engine/cli/cost_flags.h"
#include "engine/cli/interval_text.h"
#include "engine/cli/json_writer.h"
#include "engine/cli/placement_report.h"
#include "engine/plan/counted.h"
#include "engine/strategy/size_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace cli {
namespace {

using nlohmann::ordered_json;

constexpr double kGib = 1024.0 * 1024 * 1024;
constexpr double kBillion = 1e9;

std::string line(const char* what, const std::string& value)
{
    return fmt::format("{:<30} {}\n", what, value);
}

std::string gib(double bytes) { return fmt::format("{:.2f}", bytes / kGib); }

std::string headTable(const strategy::Strategy& strategy, const strategy::Estimate& estimate)
{
    const bool full = estimate.attention == plan::AttentionCount::Full;
    std::string text = estimate.beyond.empty()
        ? std::string()
        : "beyond what has been measured: " + estimate.beyond + "\n\n";
    text += strategy.name.empty() ? "" : strategy.name + "\n\n";
    text += line("step",
                 fmt::format("{:.4g} s", estimate.stepSeconds)
                     + (estimate.interval
                            ? fmt::format(" (80 % interval {} s)", intervalText(estimate.interval))
                            : std::string()));
    text += line("throughput", fmt::format("{:.0f} tokens/s", estimate.tokensPerSecond));
    text += line("model FLOPs per device",
                 fmt::format("{:.1f} TFLOP/s", estimate.modelTflopsPerDevice));
    // Said only where the two ways of counting differ.
    const std::string published = estimate.publishedHfu == estimate.hfu
        ? std::string()
        : fmt::format(", {:.2f} % as arXiv 2205.05198 counts it", 100 * estimate.publishedHfu);
    text += line("MFU",
                 fmt::format("{:.2f} % ({} attention counts; HFU {:.2f} %{})", 100 * estimate.mfu,
                             full ? "all of" : "half of", 100 * estimate.hfu, published));
    text += line("bubble fraction", fmt::format("{:.2f} %", 100 * estimate.bubbleFraction));
    std::string parameters = fmt::format("{:.3f} billion", double(estimate.parameters) / kBillion);
    if (estimate.activeParameters != estimate.parameters)
        parameters += fmt::format(", {:.3f} of which a token passes",
                                  double(estimate.activeParameters) / kBillion);
    text += line("parameters", parameters);
    if (estimate.costs.messageBytes > 0)
        text += line("one message",
                     strategy::sizeText(static_cast<double>(estimate.costs.messageBytes)));
    return text;
}

double exposedTransferOf(const strategy::Estimate& estimate)
{
    return estimate.ledgerSeconds[static_cast<std::size_t>(plan::LedgerLine::ExposedTransfer)];
}

std::string ledgerTable(const strategy::Estimate& estimate)
{
    std::string text = "\nwhere a rank's step goes, on average\n";
    // Lines of nothing are left out for people, and kept in JSON, whose readers want every key.
    const auto add = [&](const std::string& what, double seconds) {
        if (seconds > 0)
            text += fmt::format("  {:<28} {:>10.4g} s {:>6.2f} %\n", what, seconds,
                                100 * seconds / estimate.stepSeconds);
    };
    for (std::size_t i = 0; i < plan::kLedgerLines; ++i) {
        const auto which = static_cast<plan::LedgerLine>(i);
        add(plan::key(which), estimate.ledgerSeconds[i]);
        if (which != plan::LedgerLine::ExposedTransfer || estimate.betweenNodesSeconds <= 0)
            continue;
        add("  of it within nodes", exposedTransferOf(estimate) - estimate.betweenNodesSeconds);
        add("  of it between nodes", estimate.betweenNodesSeconds);
    }
    return text;
}

strategy::NodePlacement placementOf(const strategy::Strategy& strategy,
                                    const strategy::Estimate& estimate)
{
    return {strategy, estimate.schedule.shape.ranks};
}

std::string peakSentence(const plan::RankMemory& memory, std::size_t rank)
{
    if (!memory.peakOp)
        return fmt::format("rank {} holds the most\n", rank);
    return fmt::format("rank {} holds the most, while {} runs with {} in flight\n", rank,
                       plan::toText(*memory.peakOp), plan::counted(memory.inFlight, "microbatch"));
}

std::string otherLines(const plan::RankMemory& memory)
{
    std::string text;
    for (const plan::OtherMemory& part : plan::kOtherMemory)
        if (const std::string size = gib(memory.*part.bytes); size != gib(0))
            text += fmt::format("    other: {:>8} {}\n", size, part.words);
    return text;
}

std::string memoryTable(const strategy::Estimate& estimate)
{
    std::string text
        = fmt::format("\nmemory of one device, GiB\n  {:>4} {:>9} {:>9} {:>9} {:>11} "
                      "{:>8} {:>9}\n",
                      "rank", "weights", "gradients", "optimizer", "activations", "other", "peak");
    for (std::size_t rank = 0; rank < estimate.memory.size(); ++rank) {
        const plan::RankMemory& memory = estimate.memory[rank];
        text += fmt::format("  {:>4} {:>9} {:>9} {:>9} {:>11} {:>8} {:>9}\n", rank,
                            gib(memory.weights), gib(memory.gradients), gib(memory.optimizer),
                            gib(memory.activations), gib(memory.other()), gib(memory.peak()));
    }
    const plan::RankMemory& fullest = estimate.memory[estimate.fullestRank];
    text += "  " + peakSentence(fullest, estimate.fullestRank) + otherLines(fullest);
    const double left = estimate.memoryLimit - fullest.peak();
    return text
        + fmt::format("  {} GiB per device: {} by {} GiB\n", gib(estimate.memoryLimit),
                      estimate.fits ? "fits" : "does not fit", gib(std::abs(left)));
}

} // namespace

std::string estimateTable(const strategy::Strategy& strategy, const strategy::Estimate& estimate,
                          plan::CostBasis basis)
{
    std::string text = headTable(strategy, estimate) + ledgerTable(estimate) + memoryTable(estimate)
        + placementTable(placementOf(strategy, estimate), estimate.schedule.placement) + '\n';
    for (const std::string& source : estimate.sources)
        text += source + '\n';
    text += "costs: " + costOriginText(estimate.origin, basis) + '\n';
    for (const strategy::Problem& warning : estimate.warnings)
        text += "warning: " + warning.key + ": " + warning.sentence + '\n';
    return text;
}

ordered_json estimateAsJson(const strategy::Strategy& strategy, const strategy::Estimate& estimate,
                            plan::CostBasis basis)
{
    ordered_json json{
        {"step_seconds", estimate.stepSeconds},
        {"tokens_per_second", estimate.tokensPerSecond},
        {"model_tflops_per_device", estimate.modelTflopsPerDevice},
        {"mfu", estimate.mfu},
        {"hfu", estimate.hfu},
        {"published_hfu", estimate.publishedHfu},
        {"attention_flops", estimate.attention == plan::AttentionCount::Full ? "full" : "causal"},
        {"bubble_fraction", estimate.bubbleFraction},
        {"parameters", estimate.parameters},
        {"active_parameters", estimate.activeParameters},
        {"fits", estimate.fits},
        // Whole bytes: the model computes in doubles, and a fraction of a byte would only look
        // exact.
        {"memory_limit_bytes", std::llround(estimate.memoryLimit)}};
    if (estimate.interval)
        json["interval_seconds"] = {estimate.interval->low, estimate.interval->high};
    if (!estimate.beyond.empty())
        json["beyond"] = estimate.beyond;
    if (estimate.costs.messageBytes > 0)
        json["message_bytes"] = estimate.costs.messageBytes;
    ordered_json& ledger = json["ledger_seconds"];
    for (std::size_t i = 0; i < plan::kLedgerLines; ++i)
        ledger[plan::key(static_cast<plan::LedgerLine>(i))] = estimate.ledgerSeconds[i];
    json["placement"] = placementJson(placementOf(strategy, estimate), estimate.schedule.placement);
    json["exposed_transfer_seconds"]
        = {{"within_nodes", exposedTransferOf(estimate) - estimate.betweenNodesSeconds},
           {"between_nodes", estimate.betweenNodesSeconds}};
    ordered_json& ranks = json["memory"] = ordered_json::array();
    for (std::size_t rank = 0; rank < estimate.memory.size(); ++rank) {
        const plan::RankMemory& memory = estimate.memory[rank];
        ordered_json one{{"pipeline_rank", rank},
                         {"weights_bytes", std::llround(memory.weights)},
                         {"gradients_bytes", std::llround(memory.gradients)},
                         {"optimizer_bytes", std::llround(memory.optimizer)},
                         {"activations_bytes", std::llround(memory.activations)},
                         {"other_bytes", std::llround(memory.other())},
                         {"peak_bytes", std::llround(memory.peak())},
                         {"in_flight", memory.inFlight}};
        for (const plan::OtherMemory& part : plan::kOtherMemory)
            one[std::string(part.key) + "_bytes"] = std::llround(memory.*part.bytes);
        if (memory.peakOp)
            one["peak_op"] = plan::toText(*memory.peakOp);
        ranks.push_back(std::move(one));
    }
    ordered_json& warnings = json["warnings"] = ordered_json::array();
    for (const strategy::Problem& warning : estimate.warnings)
        warnings.push_back({{"key", warning.key}, {"sentence", warning.sentence}});
    json["sources"] = estimate.sources;
    json["costs_of"] = plan::toText(basis);
    json["costs_from"] = strategy::wordOf(estimate.origin.kind);
    return json;
}

std::string estimateJson(const strategy::Strategy& strategy, const strategy::Estimate& estimate,
                         plan::CostBasis basis)
{
    return textOf(estimateAsJson(strategy, estimate, basis));
}

} // namespace cli
