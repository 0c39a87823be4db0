// Steps for tests to draw figures of, predicted and, as it were, measured.

#pragma once

#include "gui/document/prediction.h"
#include "gui/export/figure_sheet.h"

namespace gui::test {

inline TrackData trackOf(const strategy::Strategy& strategy)
{
    const PredictionPtr prediction = *predict(strategy);
    TrackData track;
    track.title = QStringLiteral("Predicted");
    track.timeline = prediction->timeline;
    track.schedule = prediction->schedule;
    return track;
}

inline ShownSteps stepsOf(int ranks, int microbatches, const char* schedule, int chunks = 1)
{
    strategy::Strategy made;
    made.parallel.pipeline = ranks;
    made.parallel.chunks = chunks;
    made.batch.global = microbatches;
    made.schedule.name = schedule;
    ShownSteps steps{QStringLiteral("<b>&\"'</b>"), {trackOf(made)}, {}};
    steps.range = wholeRange(steps.tracks);
    return steps;
}

// A step as predicted, and beside it one that took a quarter longer, of which all is known.
inline ShownSteps measuredBesidePlan()
{
    ShownSteps steps = stepsOf(4, 8, "1f1b");
    TrackData measured = steps.tracks.front();
    auto slower = std::make_shared<plan::Timeline>(*measured.timeline);
    for (auto& spans : slower->spans)
        for (plan::Span& span : spans) {
            span.start = span.start * 5 / 4;
            span.end = span.end * 5 / 4;
        }
    slower->makespan = slower->makespan * 5 / 4;
    const plan::Span first = slower->spans[1].front();
    slower->parts.resize(4);
    slower->parts[1] = {{first.start, (first.start + first.end) / 2, plan::Part::Kind::Recompute}};
    auto lanes = std::make_shared<std::vector<MemoryLane>>(4);
    const auto half = slower->makespan / 2;
    (*lanes)[2] = MemoryLane({{Nanoseconds{0}, {4000, 0, 0, 0, 0}}, {half, {4000, 0, 0, 4000, 0}}},
                             {4000, 0, 0, 4000, 0});
    auto kernels = std::make_shared<KernelWork>();
    kernels->lanes.resize(4);
    kernels->lanes[3].rows[0] = {{.start = first.start, .end = first.end, .by = Kernel::By::Op}};
    measured.timeline = slower;
    measured.measured = true;
    measured.memory = lanes;
    measured.kernels = kernels;
    measured.title = QStringLiteral("Measured");
    measured.planned = steps.tracks.front().timeline;
    steps.tracks.push_back(std::move(measured));
    steps.range = wholeRange(steps.tracks);
    return steps;
}

inline QStringList namesOf(const FigureSheet& sheet)
{
    QStringList names;
    for (const FigureSheet::Key& key : sheet.keys)
        names << key.name;
    return names;
}

inline constexpr FigureExtras kAllExtras{
    .ghosts = true, .criticalPath = true, .inner = true, .memory = true};

} // namespace gui::test
