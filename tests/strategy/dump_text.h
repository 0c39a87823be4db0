// Dumps of a pipeline's ranks as a measuring program would write them.

#pragma once

#include "engine/plan/rank_times.h"
#include "engine/plan/timeline.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace dump_test {

// What a trace tells of one rank of a timeline.
inline plan::RankTimes timesOf(const plan::Timeline& timeline, std::size_t rank)
{
    plan::RankTimes times;
    for (const plan::Span& span : timeline.spans[rank]) {
        (isForward(span.op.kind) ? times.forwards : times.backwards)
            .push_back({span.start, span.end});
        times.end = std::max(times.end, span.end);
    }
    if (!timeline.tails.empty())
        times.end = timeline.tails[rank].end;
    return times;
}

inline std::vector<plan::RankTimes> timesOf(const plan::Timeline& timeline)
{
    std::vector<plan::RankTimes> ranks;
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank)
        ranks.push_back(timesOf(timeline, rank));
    return ranks;
}

// Milliseconds to the nanosecond.
inline std::string msText(plan::Nanoseconds time)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.6f", double(time.count()) / 1e6);
    return text;
}

inline std::string listText(const std::vector<plan::TimeRange>& ranges,
                            plan::Nanoseconds plan::TimeRange::*which)
{
    std::string text;
    for (const plan::TimeRange& range : ranges)
        text += (text.empty() ? "" : ", ") + msText(range.*which);
    return '[' + text + ']';
}

// What the ops are, where the times say it.
inline std::string opsText(const std::string& kind, const std::vector<plan::TracedOp>& ops)
{
    std::string microbatches;
    std::string chunks;
    for (const plan::TracedOp& op : ops) {
        microbatches += (microbatches.empty() ? "" : ", ") + std::to_string(op.microbatch);
        chunks += (chunks.empty() ? "" : ", ") + std::to_string(op.chunk);
    }
    return ops.empty() ? std::string()
                       : ",\n  \"" + kind + "_microbatch\": [" + microbatches + "],\n  \"" + kind
            + "_chunk\": [" + chunks + "]";
}

// The file of one rank.
inline std::string dumpText(const std::map<int, plan::RankTimes>& iterations)
{
    std::string text;
    for (const auto& [number, times] : iterations) {
        text += (text.empty() ? "\"" : ",\n \"") + std::to_string(number) + R"(": {"total": )"
            + msText(times.end) + ", \"memory\": 12.5,\n  \"fwd_start\": "
            + listText(times.forwards, &plan::TimeRange::start)
            + ",\n  \"fwd_end\": " + listText(times.forwards, &plan::TimeRange::end)
            + ",\n  \"bwd_start\": " + listText(times.backwards, &plan::TimeRange::start)
            + ",\n  \"bwd_end\": " + listText(times.backwards, &plan::TimeRange::end)
            + opsText("fwd", times.forwardOps) + opsText("bwd", times.backwardOps) + "}";
    }
    return '{' + text + "}\n";
}

} // namespace dump_test
