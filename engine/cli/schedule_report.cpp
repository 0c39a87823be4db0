#include "engine/cli/reports.h"

#include <fmt/format.h>

#include <iterator>

namespace cli {
std::string catalogueTable()
{
    std::string text;
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        fmt::format_to(std::back_inserter(text),
                       "{}\n"
                       "    {}; {}\n"
                       "    conditions  {}\n"
                       "    chunks      {} where none are given\n"
                       "    makespan    {}   for equal stages and free transfers\n"
                       "    in flight   {}   (microbatch, stage) pairs on rank r at the peak\n"
                       "    weights     {} over all ranks\n",
                       entry->name, entry->title, entry->source, entry->conditions,
                       entry->defaultChunks, entry->makespan, entry->memory,
                       entry->weightsFactor == 1
                           ? std::string("one copy of the model")
                           : fmt::format("{} copies of the model", entry->weightsFactor));
    }
    // The letters of the closed forms above, said once at the end.
    text += "\np ranks, m microbatches, v chunks per rank, N group; F, B: forward and whole "
            "backward of one stage,\nB = I + W: input and weight gradient\n";
    return text;
}

void writeScheduleJson(const Source& source, const TextSink& sink)
{
    constexpr int kLines = 2; // a rank's ops stand on a line
    const plan::Schedule& schedule = source.schedule;
    JsonWriter out(sink, kLines);
    out.beginObject();
    out.member("name", source.scheduleName);
    out.member("ranks", schedule.shape.ranks);
    out.member("chunks", schedule.shape.chunks);
    out.member("microbatches", schedule.shape.microbatches);
    writeCostOrigin(out, source.origin, source.costsOf);
    if (source.options.group)
        out.member("group", *source.options.group);
    out.member("rank_of_stage", schedule.placement.ranks);
    // Keys that most schedules have no use for are left out.
    if (schedule.placement.bidirectional()) {
        out.member("mirror_rank_of_stage", schedule.placement.mirror);
        out.member("first_mirrored_microbatch", schedule.placement.firstMirrored);
    }
    out.member("order", schedule.order);
    const std::size_t ranks = schedule.order.size();
    if (!schedule.pairs.empty()) {
        out.key("fused_pairs_begin").beginList();
        for (std::size_t rank = 0; rank < ranks; ++rank)
            out.value(schedule.pairsOf(rank));
        out.endList();
    }
    out.key("phases").beginList();
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const plan::PhaseSplit& split = schedule.phases[rank];
        out.beginObject();
        out.member("warm_up", split.steadyBegin);
        out.member("steady", split.coolDownBegin - split.steadyBegin);
        out.member("cool_down", schedule.order[rank].size() - split.coolDownBegin);
        out.endObject();
    }
    out.endList();
    out.endObject();
    out.finish();
}

} // namespace cli
