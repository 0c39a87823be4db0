#include "gui/live/run_step.h"

#include "gui/live/run_view.h"

#include <algorithm>

namespace gui {

bool RunStep::isSame(const RunStep& other) const
{
    return step == other.step && schedule == other.schedule && run == other.run
        && numbers.ledger == other.numbers.ledger && peakBytes == other.peakBytes
        && tokens == other.tokens && work == other.work;
}

RunStep runStepOf(const RunView& view, const RunController& controller)
{
    const ShownStep& shown = view.shown();
    RunStep made;
    if (!shown.complete)
        return made;
    made.step = shown.complete;
    made.numbers = shown.numbers;
    // While the next one fills in, what is known of order and memory is of that.
    if (shown.step == shown.complete) {
        made.schedule = shown.schedule;
        for (const MemoryLane& lane : shown.memory ? *shown.memory : MemoryLanes{})
            made.peakBytes = std::max({made.peakBytes, lane.largestTotal(), lane.largestInUse()});
    }
    if (const auto& run = controller.run())
        made.run = run->run;
    if (const RunSnapshotPtr& run = view.run(); run && run->info) {
        made.emulated = run->info->emulated;
        made.stands = made.emulated ? standsFor(run->info->timeScale) : QString();
        made.turns = run->info->takesTurns;
        // On a real device the costs may since have been fitted to the run: it is the same work.
        const auto& launched = controller.launched().strategy();
        if (shown.prediction)
            made.work = workOf(*shown.prediction);
        else if (launched)
            made.work = workOf(*launched, predictedAs(*run->info).timeScale);
    }
    // Times of an emulated run stand for others.
    if (const PredictionPtr& prediction = shown.prediction;
        prediction && prediction->strategy.model && !made.emulated)
        made.tokens = 1.0 * prediction->strategy.model->sequence * prediction->strategy.batch.micro
            * strategy::microbatches(prediction->strategy)
            * strategy::dataParallel(prediction->strategy);
    return made;
}

} // namespace gui
