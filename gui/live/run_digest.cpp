#include "gui/live/run_digest.h"

#include "engine/measured/averages.h"
#include "engine/measured/recording.h"
#include "engine/measured/straggler.h"
#include "engine/plan/metrics.h"
#include "engine/strategy/yaml.h"
#include "gui/text/engine_text.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <new>

namespace gui {
namespace {

constexpr qint64 kMostReport = 64 << 20; // bytes
constexpr std::size_t kMostWatchedOps = 200'000;

using Times = std::vector<plan::Nanoseconds>;

std::optional<strategy::Strategy> strategyOf(const RunEntry& run)
{
    if (!QFileInfo(run.strategyCopy()).isFile())
        return std::nullopt;
    return strategy::readStrategyFile(run.strategyCopy().toStdString()).strategy;
}

// What the supervisor wrote down at the end.
void takeReport(RunDigest& digest, const RunEntry& run)
{
    QFile file(run.directory + QStringLiteral("/report.json"));
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMostReport)
        return;
    const QJsonObject report = QJsonDocument::fromJson(file.readAll()).object();
    Times times;
    std::vector<double> bubbles;
    const QJsonArray steps = report.value(QLatin1String("steps")).toArray();
    for (const QJsonValue step : steps) {
        const double seconds = step[QLatin1String("seconds")].toDouble(-1);
        if (!(seconds >= 0) || seconds > 1e9)
            continue;
        times.push_back(plan::Nanoseconds{static_cast<std::int64_t>(seconds * 1e9)});
        bubbles.push_back(step[QLatin1String("bubble_fraction")].toDouble());
    }
    digest.stepsDone = static_cast<std::uint64_t>(steps.size());
    digest.spread = spreadOf(std::move(times));
    digest.bubble = measured::medianOf(std::move(bubbles));
}

// Of what a recording holds.
class Reading {
public:
    Reading(const measured::Recording& recording, std::optional<strategy::Strategy> launched,
            std::uint64_t logBytes, const plan::StopAsked& stop)
        : m_recording(recording)
        , m_launched(std::move(launched))
        , m_logBytes(logBytes)
        , m_stop(stop)
    {
        if (!m_launched)
            return;
        const auto made = predict(*m_launched, stop, predictedAs(recording.info));
        if (made && (*made)->schedule->shape == recording.info.shape)
            m_own = *made;
    }

    // Costs are a guess, unless the device keeps to them.
    std::optional<SlowRank> slowRank()
    {
        const auto& steps = m_recording.steps;
        if (steps.empty())
            return std::nullopt;
        const measured::RunInfo& info = m_recording.info;
        const SchedulePtr first = orderOf(steps.front().schedule);
        if (!first || opsOf(*first) > kMostWatchedOps)
            return std::nullopt;
        measured::StragglerWatch watch(
            *first, info.emulated && m_own ? std::optional(m_own->costs) : std::nullopt);
        measured::FollowedSchedule followed = steps.front().schedule;
        for (const measured::Step& step : steps) {
            if (m_stop && m_stop())
                return std::nullopt;
            if (!(step.schedule == followed)) {
                const SchedulePtr order = orderOf(step.schedule);
                if (!order || order->shape != first->shape)
                    break;
                watch.follow(*order);
                followed = step.schedule;
            }
            watch.add(step, [&](int rank) {
                return m_recording.conditions.isSlowed(info.worldRank(rank), step.number,
                                                       step.number + 1);
            });
        }
        // The last that still is, or else the last that was.
        const measured::Straggler* slow = nullptr;
        for (const measured::Straggler& each : watch.found())
            if (!slow || !each.until || slow->until)
                slow = &each;
        if (!slow)
            return std::nullopt;
        return SlowRank{info.worldRank(slow->rank), slow->factor};
    }

    RunStep stepAt(std::size_t place, const QString& run)
    {
        RunStep made;
        const measured::Step& step = m_recording.steps[place];
        made.step = std::make_shared<const measured::Step>(step);
        made.schedule = orderOf(step.schedule);
        made.numbers
            = measure(step, made.schedule.get(), m_own ? m_own->costs : plan::Costs::unit());
        made.run = run;
        made.emulated = m_recording.info.emulated;
        made.stands = made.emulated ? standsFor(m_recording.info.timeScale) : QString();
        made.turns = m_recording.info.takesTurns;
        if (m_launched)
            made.work = workOf(*m_launched, predictedAs(m_recording.info).timeScale);
        if (step.training)
            made.tokens = static_cast<double>(step.training->tokens);
        return made;
    }

private:
    SchedulePtr orderOf(const measured::FollowedSchedule& schedule)
    {
        if (m_made && m_followed == schedule)
            return m_order;
        const bool isOwn = m_own && !schedule.swapped;
        m_made = true;
        m_followed = schedule;
        m_order = isOwn ? m_own->schedule
            : m_own || isBorneOut(m_recording.info.shape, m_logBytes)
            ? makeOrder(m_launched ? &*m_launched : nullptr, m_recording.info, schedule, m_stop)
            : nullptr;
        return m_order;
    }

    const measured::Recording& m_recording;
    std::optional<strategy::Strategy> m_launched;
    std::uint64_t m_logBytes;
    plan::StopAsked m_stop;
    PredictionPtr m_own;
    bool m_made = false;
    measured::FollowedSchedule m_followed; // of the next, once it is made
    SchedulePtr m_order;
};

void takeRecording(RunDigest& digest, const measured::Recording& recording, const RunEntry& run,
                   std::optional<strategy::Strategy> launched, std::uint64_t logBytes,
                   const plan::StopAsked& stop)
{
    const measured::RunInfo& info = recording.info;
    digest.ranks = info.world;
    digest.device = QString::fromStdString(info.device);
    digest.schedule = QString::fromStdString(info.schedule);
    Times times;
    std::vector<double> bubbles;
    std::uint64_t ended = 0;
    for (const measured::Step& step : recording.steps) {
        ended += step.ended ? 1 : 0;
        if (!step.whole())
            continue;
        times.push_back(step.timeline.makespan);
        bubbles.push_back(plan::bubbleFraction(step.timeline));
        digest.schedule = QString::fromStdString(step.schedule.name);
    }
    digest.stepsDone = recording.stepsDropped + ended;
    digest.spread = spreadOf(times);
    for (const plan::Nanoseconds time : times)
        digest.stepTimes.push_back(static_cast<double>(time.count()));
    digest.bubble = measured::medianOf(std::move(bubbles));
    if (times.empty() || (stop && stop()))
        return;
    Reading reading(recording, std::move(launched), logBytes, stop);
    digest.slow = reading.slowRank();
    const auto offMedian = [&](std::size_t place) {
        return std::abs((recording.steps[place].timeline.makespan - digest.spread.median).count());
    };
    std::optional<std::size_t> typical;
    for (std::size_t place = 0; place < recording.steps.size(); ++place)
        if (recording.steps[place].whole() && (!typical || offMedian(place) < offMedian(*typical)))
            typical = place;
    digest.typical = reading.stepAt(*typical, run.run);
}

} // namespace

StepSpread spreadOf(std::vector<plan::Nanoseconds> times)
{
    if (times.empty())
        return {};
    std::sort(times.begin(), times.end());
    const std::size_t count = times.size();
    const plan::Nanoseconds median
        = count % 2 == 1 ? times[count / 2] : (times[count / 2 - 1] + times[count / 2]) / 2;
    return {median, times[count / 4], times[count - 1 - count / 4], static_cast<int>(count)};
}

RunDigestPtr digestRun(const RunEntry& run, const plan::StopAsked& stop)
try {
    auto digest = std::make_shared<RunDigest>();
    auto launched = strategyOf(run);
    if (launched) {
        digest->strategyName = QString::fromStdString(launched->name);
        digest->schedule = QString::fromStdString(launched->schedule.name);
    }
    const qint64 bytes = QFileInfo(run.events()).size();
    if (bytes > kMostDigestedBytes) {
        takeReport(*digest, run);
        return digest;
    }
    auto recording = measured::readRecording(run.events().toStdString());
    if (recording)
        takeRecording(*digest, *recording, run, std::move(launched),
                      static_cast<std::uint64_t>(bytes), stop);
    else
        digest->problem = engineText(recording.error().message);
    return digest;
} catch (const std::bad_alloc&) {
    auto digest = std::make_shared<RunDigest>();
    digest->problem = engineText(std::string_view(kNoMemory));
    return digest;
}

} // namespace gui
