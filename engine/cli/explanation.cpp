#include "engine/cli/reports.h"

#include "engine/plan/insight/explain.h"

namespace cli {
namespace {

constexpr std::size_t kLinks = 32; // of one chain; how many more there are is said

void writeLink(JsonWriter& out, const plan::ChainLink& link)
{
    out.beginObject();
    out.member("op", link.op);
    out.member("rank", link.rank);
    out.member("why", key(link.why));
    out.member("start_us", link.start);
    out.member("end_us", link.end);
    if (link.transfer.count() > 0)
        out.member("transfer_us", link.transfer);
    out.endObject();
}

void writeRoot(JsonWriter& out, const plan::ChainRoot& root)
{
    const bool start = root.kind == plan::ChainRoot::Kind::StepStart;
    out.beginObject();
    out.member("op", root.op);
    out.member("rank", root.rank);
    out.member("kind", start ? "step_start" : "no_data");
    out.endObject();
}

void writeExplained(JsonWriter& out, const plan::Bubble& bubble,
                    const plan::Explanation& explanation, std::size_t rank)
{
    out.beginObject();
    out.member("start_us", bubble.start);
    out.member("end_us", bubble.end);
    out.member("phase", key(explanation.phase));
    out.member("sentence", plan::summary(explanation, bubble, rank));
    out.key("chain").beginList();
    for (const plan::ChainLink& link : explanation.links)
        writeLink(out, link);
    out.endList();
    out.member("more", explanation.more);
    out.member("on_the_way_us", explanation.onTheWay);
    out.key("root");
    if (explanation.root)
        writeRoot(out, *explanation.root);
    else
        out.value(nullptr);
    out.endObject();
}

} // namespace

void writeExplanation(const Source& source, const Simulation& simulation, const TextSink& sink)
{
    const plan::Explainer explainer(source.schedule, simulation.timeline, source.costs);
    TextBuffer out(sink);
    for (std::size_t rank = 0; rank < simulation.ledger.bubbles.size(); ++rank)
        for (const plan::Bubble& bubble : simulation.ledger.bubbles[rank]) {
            // The sentence names the first link and the root; the links between them are only
            // counted.
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
    constexpr int kLines = 4; // a bubble stands on a line of its own
    const plan::Explainer explainer(source.schedule, simulation.timeline, source.costs);
    JsonWriter out(sink, kLines);
    out.beginObject();
    out.member("schedule", source.scheduleName);
    writeCostOrigin(out, source.origin, source.costsOf);
    out.key("ranks").beginList();
    for (std::size_t rank = 0; rank < simulation.ledger.bubbles.size(); ++rank) {
        out.beginObject();
        out.member("rank", rank);
        out.key("bubbles").beginList();
        for (const plan::Bubble& bubble : simulation.ledger.bubbles[rank])
            writeExplained(out, bubble, explainer.explain(bubble, rank, kLinks), rank);
        out.endList();
        out.endObject();
    }
    out.endList();
    writeCriticalPath(out, source, simulation.timeline);
    writeBubblePlaces(out, source, simulation.timeline);
    out.endObject();
    out.finish();
}

} // namespace cli
