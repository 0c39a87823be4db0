#include "engine/cli/reports.h"

#include <fmt/format.h>

#include <iterator>

namespace cli {
namespace {

void appendNumbers(std::string& text, const char* key, const auto& numbers)
{
    fmt::format_to(std::back_inserter(text), " \"{}\": [{}],\n", key, fmt::join(numbers, ", "));
}

template <class Row>
void writeRows(TextBuffer& out, const char* key, std::size_t ranks, const Row& row)
{
    out.text() += fmt::format(" \"{}\": [", key);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        out.text() += rank == 0 ? "\n  " : ",\n  ";
        row(rank);
        out.pass();
    }
    out.text() += "\n ]";
}

void writeOps(TextBuffer& out, const std::vector<plan::Op>& ops)
{
    out.text() += '[';
    for (std::size_t i = 0; i < ops.size(); ++i) {
        out.text() += i == 0 ? "\"" : ",\"";
        plan::appendText(out.text(), ops[i]);
        out.text() += '"';
        out.pass();
    }
    out.text() += ']';
}

} // namespace

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
    text += "\np ranks, m microbatches, v chunks a rank, N group; F, B: forward and whole backward "
            "of "
            "one stage,\nB = I + W: input and weight gradient\n";
    return text;
}

void writeScheduleJson(const Source& source, const TextSink& sink)
{
    const plan::Schedule& schedule = source.schedule;
    TextBuffer out(sink);
    out.text()
        += fmt::format("{{\n \"name\": \"{}\",\n \"ranks\": {},\n \"chunks\": {},\n"
                       " \"microbatches\": {},\n {},\n",
                       source.scheduleName, schedule.shape.ranks, schedule.shape.chunks,
                       schedule.shape.microbatches, costOriginJson(source.origin, source.costsOf));
    if (source.options.group)
        out.text() += fmt::format(" \"group\": {},\n", *source.options.group);
    appendNumbers(out.text(), "rank_of_stage", schedule.placement.ranks);
    if (schedule.placement.bidirectional()) {
        appendNumbers(out.text(), "mirror_rank_of_stage", schedule.placement.mirror);
        out.text() += fmt::format(" \"first_mirrored_microbatch\": {},\n",
                                  schedule.placement.firstMirrored);
    }
    const std::size_t ranks = schedule.order.size();
    writeRows(out, "order", ranks, [&](std::size_t rank) { writeOps(out, schedule.order[rank]); });
    if (!schedule.pairs.empty()) {
        out.text() += ",\n";
        writeRows(out, "fused_pairs_begin", ranks, [&](std::size_t rank) {
            out.text() += fmt::format("[{}]", fmt::join(schedule.pairsOf(rank), ","));
        });
    }
    out.text() += ",\n";
    writeRows(out, "phases", ranks, [&](std::size_t rank) {
        const plan::PhaseSplit& split = schedule.phases[rank];
        out.text() += fmt::format("{{\"warm_up\": {}, \"steady\": {}, \"cool_down\": {}}}",
                                  split.steadyBegin, split.coolDownBegin - split.steadyBegin,
                                  schedule.order[rank].size() - split.coolDownBegin);
    });
    out.text() += "\n}\n";
}

} // namespace cli
