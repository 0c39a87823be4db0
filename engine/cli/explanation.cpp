#include "engine/cli/reports.h"

#include "engine/plan/explain.h"

#include <fmt/format.h>

namespace cli {
namespace {

constexpr std::size_t kLinks = 32; // of one chain; how many more there are is said

void appendLink(std::string& text, const plan::ChainLink& link)
{
    text += "{\"op\": \"";
    plan::appendText(text, link.op);
    text += fmt::format("\", \"rank\": {}, \"why\": \"{}\", \"start_us\": ", link.rank,
                        key(link.why));
    appendUs(text, link.start);
    text += ", \"end_us\": ";
    appendUs(text, link.end);
    if (link.transfer.count() > 0) {
        text += ", \"transfer_us\": ";
        appendUs(text, link.transfer);
    }
    text += '}';
}

void appendExplanation(std::string& text, const plan::Bubble& bubble,
                       const plan::Explanation& explanation, std::size_t rank)
{
    text += "{\"start_us\": ";
    appendUs(text, bubble.start);
    text += ", \"end_us\": ";
    appendUs(text, bubble.end);
    text += fmt::format(", \"phase\": \"{}\", \"sentence\": \"{}\",\n    \"chain\": [",
                        key(explanation.phase), plan::summary(explanation, bubble, rank));
    for (std::size_t i = 0; i < explanation.links.size(); ++i) {
        text += i == 0 ? "\n     " : ",\n     ";
        appendLink(text, explanation.links[i]);
    }
    text += fmt::format("], \"more\": {}, \"on_the_way_us\": ", explanation.more);
    appendUs(text, explanation.onTheWay);
    text += ", \"root\": ";
    if (explanation.root) {
        const bool start = explanation.root->kind == plan::ChainRoot::Kind::StepStart;
        text += fmt::format("{{\"op\": \"{}\", \"rank\": {}, \"kind\": \"{}\"}}",
                            plan::toText(explanation.root->op), explanation.root->rank,
                            start ? "step_start" : "no_data");
    } else {
        text += "null";
    }
    text += '}';
}

} // namespace

void writeExplanation(const Source& source, const Simulation& simulation, const TextSink& sink)
{
    const plan::Explainer explainer(source.schedule, simulation.timeline, source.costs);
    TextBuffer out(sink);
    for (std::size_t rank = 0; rank < simulation.ledger.bubbles.size(); ++rank)
        for (const plan::Bubble& bubble : simulation.ledger.bubbles[rank]) {
            const auto explanation = explainer.explain(bubble, rank, 1);
            out.text() += plan::summary(explanation, bubble, rank) + '\n';
            out.pass();
        }
    out.text() += '\n' + criticalPathText(source, simulation.timeline) + '\n'
        + bubblePlacesText(source, simulation.timeline)
        + "costs: " + costOriginText(source.origin, source.costsOf) + '\n';
}

void writeExplanationJson(const Source& source, const Simulation& simulation, const TextSink& sink)
{
    const plan::Explainer explainer(source.schedule, simulation.timeline, source.costs);
    TextBuffer out(sink);
    out.text() += fmt::format("{{\n \"schedule\": \"{}\",\n {},\n \"ranks\": [",
                              source.scheduleName, costOriginJson(source.origin, source.costsOf));
    for (std::size_t rank = 0; rank < simulation.ledger.bubbles.size(); ++rank) {
        out.text()
            += fmt::format("{}\n  {{\"rank\": {}, \"bubbles\": [", rank == 0 ? "" : ",", rank);
        const auto& bubbles = simulation.ledger.bubbles[rank];
        for (std::size_t i = 0; i < bubbles.size(); ++i) {
            out.text() += i == 0 ? "\n   " : ",\n   ";
            appendExplanation(out.text(), bubbles[i], explainer.explain(bubbles[i], rank, kLinks),
                              rank);
            out.pass();
        }
        out.text() += "]}";
    }
    out.text() += "\n ],\n \"critical_path\": " + criticalPathJson(source, simulation.timeline)
        + ",\n \"bubble_places\": " + bubblePlacesJson(source, simulation.timeline) + "\n}\n";
}

} // namespace cli
