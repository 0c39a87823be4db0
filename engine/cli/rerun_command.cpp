// Which ops fit into the bubbles a second time.

#include "engine/cli/arguments.h"
#include "engine/cli/commands.h"

#include "engine/cli/command_options.h"
#include "engine/cli/cost_options.h"
#include "engine/cli/output.h"
#include "engine/cli/reports.h"
#include "engine/options/values.h"
#include "engine/plan/insight/bubble_places.h"
#include "engine/plan/insight/rerun_slots.h"
#include "engine/plan/simulate.h"

#include <fmt/format.h>

namespace cli {
namespace {

struct RerunFlags {
    SourceFlags source;
    std::string keep; // "while-room" or "until-backward", as plan::KeepPairs
    std::string format;
    std::string out;
};

struct Found {
    plan::Timeline timeline; // as simulated, or with its bubbles in the even places
    plan::RerunPlan plan;
    bool shifted = false;
};

// The better of the two arrangements of the same step.
Found bestReruns(const Source& source, const plan::Timeline& timeline, plan::KeepPairs keep)
{
    Found plain{timeline, plan::rerunSlots(source.schedule, timeline, source.costs, keep)};
    Found even{plan::shiftedToEvenPlaces(source.schedule, timeline, source.costs), {}, true};
    even.plan = plan::rerunSlots(source.schedule, even.timeline, source.costs, keep);
    return even.plan.total.rerun > plain.plan.total.rerun ? even : plain;
}

std::string shares(const plan::Coverage& coverage)
{
    return fmt::format("{:>9}{:>9}{:>9.1f} %{:>11}\n", coverage.rerun, coverage.ops,
                       100 * coverage.share(), coverage.bound);
}

std::string table(const Source& source, const Found& found)
{
    std::string text
        = fmt::format("{:<18}{:>9}{:>9}{:>11}{:>11}\n", "", "run again", "ops", "share", "at most");
    for (std::size_t rank = 0; rank < found.plan.ranks.size(); ++rank)
        text
            += fmt::format("{:<18}", fmt::format("rank {}", rank)) + shares(found.plan.ranks[rank]);
    for (const plan::OpKind kind : {plan::OpKind::Forward, plan::OpKind::Backward,
                                    plan::OpKind::InputGrad, plan::OpKind::WeightGrad}) {
        const plan::Coverage& coverage = found.plan.kinds[static_cast<std::size_t>(kind)];
        if (coverage.ops > 0)
            text += fmt::format("{:<18}", fmt::format("kind {}", plan::letter(kind)))
                + shares(coverage);
    }
    text += fmt::format("{:<18}", "all") + shares(found.plan.total);
    return text
        + fmt::format("simulated again with them in{}: the makespan stays {} us, and no op moves\n"
                      "costs: {}\n",
                      found.shifted ? ", the bubbles in the even places" : "",
                      double(found.timeline.makespan.count()) / 1e3,
                      costOriginText(source.origin, source.costsOf));
}

void writeCoverage(JsonWriter& out, const plan::Coverage& coverage)
{
    out.member("ops", coverage.ops);
    out.member("rerun", coverage.rerun);
    out.member("at_most", coverage.bound);
}

void writeJson(const Source& source, const Found& found, const TextSink& sink)
{
    constexpr int kLines = 4; // a rerun stands on a line of its own
    JsonWriter out(sink, kLines);
    out.beginObject();
    writeCoverage(out, found.plan.total);
    writeCostOrigin(out, source.origin, source.costsOf);
    out.member("even_places", found.shifted);
    out.member("makespan_us", found.timeline.makespan);
    out.key("ranks").beginList();
    for (std::size_t rank = 0; rank < found.plan.ranks.size(); ++rank) {
        out.beginObject();
        out.member("rank", rank);
        writeCoverage(out, found.plan.ranks[rank]);
        out.key("reruns").beginList();
        for (const auto& rerun : found.plan.reruns[rank]) {
            out.beginObject();
            out.member("op", rerun.slot.op);
            out.member("start_us", rerun.slot.start);
            out.member("end_us", rerun.slot.end);
            out.endObject();
        }
        out.endList();
        out.endObject();
    }
    out.endList();
    out.endObject();
    out.finish();
}

int printReruns(const RerunFlags& flags)
{
    const auto source = loadSource(flags.source);
    if (!source)
        return kBadInput;
    const auto timeline = plan::simulate(source->schedule, source->costs);
    if (!timeline) {
        complain(timeline.error().message);
        return kBadInput;
    }
    const Found found = bestReruns(*source, *timeline,
                                   flags.keep == "until-backward" ? plan::KeepPairs::UntilBackward
                                                                  : plan::KeepPairs::WhileRoom);
    const auto proof
        = plan::simulateWithReruns(source->schedule, found.timeline, source->costs, found.plan);
    if (!proof) {
        complain(proof.error().message);
        return 1;
    }
    if (flags.format == "json")
        return deliver([&](const TextSink& sink) { writeJson(*source, found, sink); }, flags.out);
    return deliver(table(*source, found), flags.out);
}

} // namespace

void addRerunsCommand(Commands& commands)
{
    const auto flags = std::make_shared<RerunFlags>();
    CLI::App& command
        = addCommand(commands, "reruns",
                     "finds the ops that can be run a second time inside the bubbles at no cost",
                     flags, printReruns);
    addSource(command, flags->source);
    addCosts(command, flags->source.costs);
    options::addWord(command, "--keep", flags->keep, {"while-room", "until-backward"},
                     "how long the inputs of a forward are kept for a second run");
    options::addWord(command, "--format", flags->format, {"text", "json"});
    addOutput(command, flags->out);
}

} // namespace cli
