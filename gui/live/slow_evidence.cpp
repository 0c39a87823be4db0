#include "gui/live/slow_evidence.h"

#include "engine/measured/averages.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gui {
namespace {

constexpr std::size_t kEvidenceSteps = 32; // on either side: enough for a median
constexpr std::size_t kOpKinds = 4;
constexpr double kAlike = 1.15;  // factors that differ by less are one
constexpr double kSlower = 1.03; // beyond the noise of a median

// What one side of the change is made of.
struct Side {
    std::vector<std::array<std::vector<double>, kOpKinds>> ops; // [rank][kind], ns
    std::vector<double> makespans;
    double othersIdle = 0; // sums of shares
    double collective = 0;
};

void addStep(Side& side, const measured::Step& step, std::size_t rank)
{
    const auto& spans = step.timeline.spans;
    side.ops.resize(std::max(side.ops.size(), spans.size()));
    const auto makespan = static_cast<double>(step.timeline.makespan.count());
    if (makespan <= 0)
        return;
    side.makespans.push_back(makespan);
    double othersBusy = 0;
    for (std::size_t r = 0; r < spans.size(); ++r) {
        auto part = r < step.inner.size() ? step.inner[r].begin()
                                          : std::vector<measured::InnerPart>::const_iterator{};
        const auto end = r < step.inner.size() ? step.inner[r].end() : part;
        double busy = 0;
        double waited = 0;
        for (const plan::Span& span : spans[r]) {
            double length = static_cast<double>((span.end - span.start).count());
            busy += length;
            // Parts stand by their start, as the ops do, and each lies within its op.
            for (; part != end && part->part.start < span.end; ++part)
                if (part->part.kind == plan::Part::Kind::Collective
                    && part->part.start >= span.start) {
                    const double in
                        = static_cast<double>((part->part.end - part->part.start).count());
                    length -= in;
                    waited += in;
                }
            side.ops[r][static_cast<std::size_t>(span.op.kind)].push_back(std::max(0.0, length));
        }
        if (r == rank)
            side.collective += waited / makespan;
        else
            othersBusy += busy / makespan;
    }
    if (spans.size() > 1)
        side.othersIdle += 1 - othersBusy / static_cast<double>(spans.size() - 1);
}

double medianOfKind(const Side& side, std::size_t rank, std::size_t kind)
{
    return rank < side.ops.size() && !side.ops[rank][kind].empty()
        ? measured::medianOf(side.ops[rank][kind])
        : 0;
}

double othersRatio(const Side& before, const Side& since, std::size_t rank, std::size_t kind)
{
    std::vector<double> ratios;
    for (std::size_t r = 0; r < since.ops.size(); ++r) {
        const double was = medianOfKind(before, r, kind);
        const double is = medianOfKind(since, r, kind);
        if (r != rank && was > 0 && is > 0)
            ratios.push_back(is / was);
    }
    return ratios.empty() ? 0 : measured::medianOf(ratios);
}

double predictedOf(const PredictionPtr& predicted, int rank, plan::OpKind kind)
{
    std::vector<double> times;
    const auto place = static_cast<std::size_t>(rank);
    if (predicted && place < predicted->schedule->order.size())
        for (const plan::Op& op : predicted->schedule->order[place])
            if (op.kind == kind)
                times.push_back(static_cast<double>(predicted->costs.of(op, rank).count()));
    return times.empty() ? 0 : measured::medianOf(times);
}

plan::Nanoseconds medianStep(const Side& side)
{
    return side.makespans.empty()
        ? plan::Nanoseconds{}
        : plan::Nanoseconds(std::llround(measured::medianOf(side.makespans)));
}

} // namespace

bool SlowEvidence::isAllAlike() const
{
    double least = 0;
    double most = 0;
    for (const Row& row : rows) {
        if (row.factor() <= 0)
            continue;
        least = least > 0 ? std::min(least, row.factor()) : row.factor();
        most = std::max(most, row.factor());
    }
    return least > 0 && most <= least * kAlike;
}

bool SlowEvidence::isSlower() const
{
    return rows.empty() || std::any_of(rows.begin(), rows.end(), [](const Row& row) {
               return row.factor() <= 0 || row.factor() > kSlower;
           });
}

SlowEvidence slowEvidence(const std::vector<StepPtr>& steps, const measured::Straggler& straggler,
                          const PredictionPtr& predicted)
{
    SlowEvidence evidence{.rank = straggler.rank};
    std::vector<const measured::Step*> slow;
    std::vector<const measured::Step*> well;
    for (const StepPtr& step : steps) {
        if (!step->whole())
            continue;
        if (step->number >= straggler.since
            && (!straggler.until || step->number < *straggler.until))
            slow.push_back(step.get());
        else if (step->number < straggler.since)
            well.push_back(step.get());
    }
    const auto newest = [](const std::vector<const measured::Step*>& of) {
        return of.end() - static_cast<std::ptrdiff_t>(std::min(of.size(), kEvidenceSteps));
    };
    Side before;
    Side since;
    const auto rank = static_cast<std::size_t>(straggler.rank);
    for (auto step = newest(well); step != well.end(); ++step)
        addStep(before, **step, rank);
    for (auto step = newest(slow); step != slow.end(); ++step)
        addStep(since, **step, rank);

    evidence.firstSlow = slow.empty() ? -1 : slow.front()->number;
    evidence.stepsBefore = static_cast<int>(before.makespans.size());
    evidence.stepsSince = static_cast<int>(since.makespans.size());
    evidence.stepBefore = medianStep(before);
    evidence.stepSince = medianStep(since);
    const auto mean = [](double sum, int count) { return count > 0 ? sum / count : 0; };
    evidence.othersIdleBefore = mean(before.othersIdle, evidence.stepsBefore);
    evidence.othersIdleSince = mean(since.othersIdle, evidence.stepsSince);
    evidence.collectiveBefore = mean(before.collective, evidence.stepsBefore);
    evidence.collectiveSince = mean(since.collective, evidence.stepsSince);
    for (std::size_t kind = 0; kind < kOpKinds; ++kind) {
        const double is = medianOfKind(since, rank, kind);
        if (is <= 0)
            continue;
        const auto which = static_cast<plan::OpKind>(kind);
        evidence.rows.push_back({.kind = which,
                                 .before = medianOfKind(before, rank, kind),
                                 .since = is,
                                 .others = othersRatio(before, since, rank, kind),
                                 .predicted = predictedOf(predicted, straggler.rank, which)});
    }
    return evidence;
}

} // namespace gui
