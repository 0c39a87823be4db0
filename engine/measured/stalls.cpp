#include "engine/measured/stalls.h"

#include "engine/measured/averages.h"
#include "engine/measured/real_time.h"

#include <map>
#include <tuple>
#include <utility>

namespace measured {
namespace {

using What = std::tuple<int, int, plan::OpKind>; // rank, stage and kind

template <class Visit>
void forEachSpan(const std::vector<Step>& steps, const Visit& visit)
{
    for (const Step& step : steps)
        for (std::size_t rank = 0; rank < step.timeline.spans.size(); ++rank)
            for (const plan::Span& span : step.timeline.spans[rank])
                visit(step, static_cast<int>(rank), span);
}

} // namespace

std::vector<Stall> stallsOf(const std::vector<Step>& steps)
{
    std::map<What, std::vector<double>> lasted;
    forEachSpan(steps, [&](const Step&, int rank, const plan::Span& span) {
        lasted[{rank, span.op.stage, span.op.kind}].push_back(ns(span.end - span.start));
    });
    std::map<What, Nanoseconds> usual;
    for (auto& [what, times] : lasted)
        usual[what] = rounded(medianOf(std::move(times)));

    std::vector<Stall> stalls;
    forEachSpan(steps, [&](const Step& step, int rank, const plan::Span& span) {
        const Stall stall{step.number, rank, span, usual[{rank, span.op.stage, span.op.kind}]};
        // The second bound: short ops double their time by chance, and no step is longer for it.
        if (stall.excess() > stall.usual && 100 * stall.excess() > step.timeline.makespan)
            stalls.push_back(stall);
    });
    return stalls;
}

} // namespace measured
