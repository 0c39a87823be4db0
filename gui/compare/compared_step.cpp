#include "gui/compare/compared_step.h"

#include "engine/strategy/estimate/estimate.h"
#include "gui/document/origin_text.h"
#include "gui/live/inner_times.h"
#include "gui/text/engine_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <new>
#include <utility>

namespace gui {
namespace {

QString compareWords(const char* source) { return QCoreApplication::translate("Compare", source); }

// The parts of a drawn track, in one piece: the explainer refers to the others.
struct Drawn {
    explicit Drawn(strategy::StepPrediction made)
        : run(std::move(made))
        , ledger(plan::account(run.schedule, run.timeline, run.costs))
    {
    }

    strategy::StepPrediction run;
    plan::Ledger ledger;
    plan::CriticalPath critical;
    std::optional<plan::Explainer> explainer;
};

bool isWithinWindow(const plan::Shape& shape)
{
    return static_cast<long long>(shape.ranks) * shape.chunks * shape.microbatches
        <= kMaxWindowCells;
}

TrackData draw(strategy::StepPrediction run)
{
    auto drawn = std::make_shared<Drawn>(std::move(run));
    const auto& [schedule, costs, origin, timeline] = drawn->run;
    TrackData track;
    track.source = originText(origin);
    if (opsOf(schedule) <= kMaxExplainedOps) {
        drawn->explainer.emplace(schedule, timeline, costs);
        drawn->critical = plan::criticalPath(schedule, timeline, costs);
        track.explainer = {drawn, &*drawn->explainer};
        track.critical = {drawn, &drawn->critical};
    }
    track.schedule = {drawn, &schedule};
    track.timeline = {drawn, &timeline};
    track.ledger = {drawn, &drawn->ledger};
    track.costs = {drawn, &costs};
    return track;
}

void takeNumbers(ComparedStep& step, const plan::ComparisonRow& row)
{
    step.makespan = row.makespan;
    step.bubbleFraction = row.bubbleFraction;
    step.bubbleOverhead = row.bubbleOverhead;
    step.spanBubbleFraction = row.spanBubbleFraction;
    step.maxInFlight = row.maxInFlight;
    step.maxActivations = row.maxActivations;
    step.transfers = row.transfers;
    step.weightsFactor = row.weightsFactor;
}

// What the cost model says of it, where it has a model. `isScaled`: its times stand for others.
void takeEstimate(ComparedStep& step, const strategy::Strategy& strategy, bool isScaled,
                  const plan::StopAsked& stop)
{
    if (!strategy.model)
        return;
    const auto numbers = strategy::estimate(strategy, plan::AttentionCount::Full, stop);
    if (!numbers)
        return;
    step.peakBytes = numbers->memory[numbers->fullestRank].peak();
    step.memoryLimit = numbers->memoryLimit;
    if (!isScaled)
        step.tokensPerSecond = numbers->tokensPerSecond;
}

void takePrediction(ComparedStep& step, const Prediction& prediction,
                    const plan::ComparedSchedule& compared, const plan::StopAsked& stop)
{
    const strategy::Strategy strategy = comparedStrategy(prediction);
    step.work = workOf(prediction);
    step.schedule = QString::fromStdString(compared.name);
    const plan::Shape shape = plan::shapeOf(compared.name, strategy.parallel.pipeline,
                                            compared.chunks, strategy::microbatches(strategy));
    step.chunks = shape.chunks;
    if (!isWithinWindow(shape)) {
        step.whyNot = compareWords(QT_TRANSLATE_NOOP(
                                       "Compare",
                                       "ranks × chunks × microbatches is more than %1, the most "
                                       "that the window draws; lower one of them"))
                          .arg(kMaxWindowCells);
        return;
    }
    auto run = strategy::runCompared(strategy, compared, plan::CostBasis::Rank, stop);
    if (!run) {
        step.whyNot = engineText(run.error().message);
        return;
    }
    step.chunks = run->schedule.shape.chunks;
    takeNumbers(step, plan::rowOf(compared.name, run->schedule, run->timeline));
    step.track = draw(*std::move(run));
    if (const auto own
        = strategy::underSchedule(prediction.strategy, compared, plan::CostBasis::Rank))
        takeEstimate(step, *own, prediction.as.timeScale != 1, stop);
}

// As it stands: it may have another order of ops than its strategy.
void takePrediction(ComparedStep& step, const PredictionPtr& prediction,
                    const plan::StopAsked& stop)
{
    step.work = workOf(*prediction);
    step.schedule = QString::fromStdString(prediction->strategy.schedule.name);
    step.chunks = prediction->schedule->shape.chunks;
    takeNumbers(step,
                plan::rowOf(prediction->strategy.schedule.name, *prediction->schedule,
                            *prediction->timeline));
    if (const CausesPtr causes = causesOf(prediction)) {
        step.track.explainer = {causes, &causes->explainer};
        step.track.critical = {causes, &causes->critical};
    }
    step.track.source = originText(prediction->origin);
    step.track.schedule = prediction->schedule;
    step.track.timeline = prediction->timeline;
    step.track.ledger = prediction->ledger;
    takeEstimate(step, prediction->strategy, prediction->as.timeScale != 1, stop);
}

void takeMeasured(ComparedStep& step, const RunStep& run)
{
    const auto& timeline = run.step->timeline;
    step.work = run.work;
    step.schedule = QStringLiteral("measured");
    if (run.schedule)
        step.chunks = run.schedule->shape.chunks;
    step.makespan = run.numbers.makespan;
    step.bubbleFraction = run.numbers.bubbleFraction;
    step.bubbleOverhead = run.numbers.bubbleOverhead;
    step.maxInFlight = run.numbers.peakInFlight;
    if (run.peakBytes > 0)
        step.peakBytes = static_cast<double>(run.peakBytes);
    if (run.tokens > 0 && run.numbers.makespan > plan::Nanoseconds{0})
        step.tokensPerSecond = run.tokens * 1e9 / static_cast<double>(run.numbers.makespan.count());
    step.track.measured = true;
    step.track.source
        = compareWords(QT_TRANSLATE_NOOP("Compare", "measured, step %1")).arg(run.step->number);
    step.track.timeline = {run.step, &timeline};
    step.track.schedule = run.schedule;
    step.track.ledger = run.numbers.ledger;
    step.track.inner = innerWorkOf(*run.step);
    step.track.emulated = run.emulated;
    step.track.stands = run.stands;
    step.track.turns = run.turns;
}

// The step that stands for all: every number of a row is of the step that is drawn.
void takeRun(ComparedStep& step, const RunEntry& run, const plan::StopAsked& stop)
{
    const RunDigestPtr digest = digestRun(run, stop);
    if (!digest->typical) {
        step.whyNot = !digest->problem.isEmpty()
            ? digest->problem
            : compareWords(QT_TRANSLATE_NOOP("Compare",
                                             "The recording has no whole step, or is too long to "
                                             "be read here"));
        return;
    }
    takeMeasured(step, digest->typical);
    step.schedule = digest->schedule;
    step.track.source
        = compareWords(QT_TRANSLATE_NOOP("Compare", "measured, step %1, the median of the run"))
              .arg(digest->typical.step->number);
    step.spread = digest->spread;
    step.stepTimes = digest->stepTimes;
}

// One iteration as it was measured. What it trained is not known, so it has no tokens.
void takeImport(ComparedStep& step, const ForeignTrace& trace, const TraceStep& iteration)
{
    step.work = workOf(trace);
    step.schedule = QStringLiteral("measured");
    step.chunks = trace.config.shape.chunks;
    const plan::ComparisonRow row
        = plan::rowOf(trace.scheduleName, *trace.schedule, *iteration.measured);
    step.makespan = row.makespan;
    step.bubbleFraction = row.bubbleFraction;
    step.bubbleOverhead = row.bubbleOverhead;
    step.maxInFlight = row.maxInFlight;
    step.track.measured = true;
    step.track.source = compareWords(QT_TRANSLATE_NOOP("Compare", "measured, the imported trace"));
    step.track.timeline = iteration.measured;
    step.track.schedule = trace.schedule;
    step.track.ledger = iteration.ledger;
}

void fillIn(ComparedStep& step, const ComparedSource& source, const plan::StopAsked& stop)
{
    if (source.kind == ComparedSource::Kind::Run) {
        takeRun(step, source.run, stop);
        return;
    }
    if (source.kind == ComparedSource::Kind::Import) {
        takeImport(step, *source.trace, source.trace->steps[source.iteration]);
        return;
    }
    const bool isStep = source.kind == ComparedSource::Kind::Step;
    step.isKnown = isStep ? bool(source.step) : bool(source.prediction);
    if (!step.isKnown)
        step.whyNot = isStep
            ? compareWords(QT_TRANSLATE_NOOP("Compare", "No step of the run has ended yet"))
            : compareWords(QT_TRANSLATE_NOOP("Compare", "Not computed yet"));
    else if (isStep)
        takeMeasured(step, source.step);
    else if (source.kind == ComparedSource::Kind::Prediction)
        takePrediction(step, source.prediction, stop);
    else
        takePrediction(step, *source.prediction, source.schedule, stop);
}

} // namespace

strategy::Strategy comparedStrategy(const Prediction& prediction)
{
    strategy::Strategy compared = prediction.strategy;
    const bool isScaled = prediction.as.timeScale != 1; // as the picture beside an emulated run is
    if (isScaled || (!prediction.modelled() && !compared.costs))
        compared.costs = prediction.costs; // also where it has a model
    return compared;
}

ComparedStepPtr comparedStep(const ComparedSource& source, const plan::StopAsked& stop)
{
    auto step = std::make_shared<ComparedStep>();
    step->name = sourceLabel(source);
    step->colour = source.colour;
    // What is too large for this machine leaves the others their rows.
    try {
        fillIn(*step, source, stop);
    } catch (const std::bad_alloc&) {
        step->whyNot = engineText(std::string_view(kNoMemory));
        step->track = {};
    }
    step->track.title = step->name;
    step->track.emptyText = step->whyNot;
    step->track.band = step->colour;
    return step;
}

ComparedBy comparedBy(const Comparison& comparison)
{
    const ComparedStep* first = nullptr;
    ComparedBy by = ComparedBy::Step;
    for (const ComparedStepPtr& step : comparison) {
        if (!step->whyNot.isEmpty())
            continue;
        if (!first)
            first = step.get();
        else if (!isSameModel(first->work, step->work))
            return ComparedBy::Nothing;
        else if (!isSameWork(first->work, step->work))
            by = ComparedBy::Sample;
    }
    return by;
}

double slownessOf(const ComparedStep& step, ComparedBy by)
{
    const auto makespan = static_cast<double>(step.makespan.count());
    return by == ComparedBy::Sample ? makespan / step.work.samples : makespan;
}

int fastestOf(const Comparison& comparison)
{
    const ComparedBy by = comparedBy(comparison);
    if (by == ComparedBy::Nothing)
        return -1;
    const ComparedStep* fastest = nullptr;
    int place = -1;
    for (std::size_t i = 0; i < comparison.size(); ++i) {
        const ComparedStep& each = *comparison[i];
        if (!each.whyNot.isEmpty())
            continue;
        const bool better = !fastest || (each.fits() && !fastest->fits())
            || (each.fits() == fastest->fits() && slownessOf(each, by) < slownessOf(*fastest, by));
        if (!better)
            continue;
        fastest = &each;
        place = static_cast<int>(i);
    }
    return place;
}

} // namespace gui
