#include "gui/live/run_calibration.h"

#include "engine/measured/calibration.h"
#include "engine/measured/run_hosts.h"
#include "engine/strategy/check.h"
#include "engine/strategy/fitted_costs.h"
#include "gui/editor/field_names.h"
#include "gui/text/engine_text.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"

#include <algorithm>

namespace gui {

RunCalibration::RunCalibration(Document& document, RunView& view, RunController& controller,
                               QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_view(view)
    , m_controller(controller)
{
    connect(&controller.launched(), &LaunchedStrategy::changed, this, [this] {
        if (m_awaitsOrder && !m_controller.launched().isWorking())
            start();
    });
}

// The newest whole ones that follow the order of the newest, and in which nobody slowed a rank;
// oldest first.
RunCalibration::Steps RunCalibration::steps() const
{
    Steps found;
    const LiveSession& session = m_controller.session();
    const auto newest = session.history().newestEnded();
    if (!newest)
        return found;
    const std::vector<StepPtr> all = session.history().newest(StepHistory::kMaxSteps);
    for (auto step = all.rbegin(); step != all.rend() && found.kept.size() < kMostSteps; ++step) {
        if (!(*step)->whole())
            continue;
        if (session.conditions().isSlowed((*step)->number))
            ++found.slowed;
        else if ((*step)->schedule.name != newest->schedule.name)
            ++found.ofOtherOrder;
        else
            found.kept.push_back(*step);
    }
    std::reverse(found.kept.begin(), found.kept.end());
    return found;
}

// What of the newest steps is left out, and why; empty where nothing is.
QString RunCalibration::leftOut(const Steps& steps) const
{
    QString said;
    if (steps.slowed > 0) {
        QStringList ranks;
        for (const auto& spell : m_controller.session().conditions().slowedByHand)
            if (const QString rank = QString::number(spell.rank); !ranks.contains(rank))
                ranks << rank;
        said += tr("; left out: %1 in which someone slowed rank %2")
                    .arg(QString::number(steps.slowed), enumerated(ranks));
    }
    if (steps.ofOtherOrder > 0)
        said += tr("; left out: %1 under another schedule").arg(steps.ofOtherOrder);
    return said;
}

QString RunCalibration::whyNot() const
{
    const RunSnapshotPtr& run = m_view.run();
    if (!run || !run->info)
        return tr("No run is shown");
    if (run->info->emulated)
        return tr("The run is emulated: its op times are those of the strategy it runs");
    if (!m_document.problems().empty())
        return tr("The strategy has a problem; solve that first");
    if (const auto same
        = measured::checkSameShape(*run->info, strategy::shapeOf(m_document.strategy()));
        !same)
        return tr("The run is of another shape than the strategy");
    const Steps seen = steps();
    if (seen.kept.size() < kLeastSteps && seen.slowed > 0)
        return tr("Someone slowed a rank of this run, and fewer than %1 whole steps without that "
                  "have been seen: they would not be the machine's times")
            .arg(kLeastSteps);
    if (seen.kept.size() < kLeastSteps)
        return tr("Fewer than %1 whole steps have been seen").arg(kLeastSteps);
    return {};
}

void RunCalibration::start()
{
    m_awaitsOrder = false;
    if (!whyNot().isEmpty()) // since the order was asked for
        return;
    const Steps seen = steps();
    const std::vector<StepPtr>& shown = seen.kept;
    m_leftOut = leftOut(seen);
    const SchedulePtr schedule = m_controller.launched().order(shown.back()->schedule);
    // Asking for the order has begun the work on it; this is called again once it is known.
    m_awaitsOrder = !schedule && m_controller.launched().isWorking();
    if (m_awaitsOrder)
        return;
    if (!schedule) {
        emit failed(tr("The order that the run follows is not known here"));
        return;
    }
    m_run = m_controller.run() ? m_controller.run()->run : QString();
    // Another run may be on show by the time of the answer.
    const measured::RankHosts& ran = m_controller.session().hosts();
    const std::vector<int> hosts = measured::hostsOfPipeline(ran, *m_view.run()->info);
    const auto byHost = measured::ranksByHost(ran);
    strategy::FittedCosts fitted;
    fitted.world = m_view.run()->info->world;
    fitted.ranksAHost = byHost.empty() ? 0 : static_cast<int>(byHost.front().ranks.size());
    m_work.request([this, schedule, shown, hosts,
                    fitted](const NewestWork::Outdated&) -> NewestWork::Delivery {
        // Copied here, on the thread of the work, so that the window does not wait for it.
        std::vector<measured::Step> copies;
        copies.reserve(shown.size());
        for (const StepPtr& step : shown)
            copies.push_back(*step);
        auto found = measured::calibrate(*schedule, copies, std::nullopt, hosts);
        return [this, schedule, fitted, found = std::move(found)] {
            if (found)
                take(*found, fitted, *schedule);
            else
                emit failed(engineText(found.error().message));
        };
    });
}

void RunCalibration::take(const measured::Calibration& found, strategy::FittedCosts fitted,
                          const plan::Schedule& schedule)
{
    strategy::Strategy after = m_document.strategy();
    fitted.costs = found.costs;
    if (found.byHost)
        fitted.byNode = {found.byHost->within, found.byHost->between};
    QString remarks;
    for (const std::string& remark : strategy::giveCosts(fitted, schedule, after))
        remarks += tr("; %1", "a clause that follows another").arg(engineText(remark));
    // The strategy says where its costs come from.
    after.costsFittedTo = m_run.toStdString();
    if (const auto problems = strategy::check(after).problems; !problems.empty()) {
        emit failed(
            tr("The fitted costs fit no strategy: %1").arg(namedSentence(problems.front())));
        return;
    }
    // Between two ends of a gesture: a step of its own to undo.
    m_document.endGesture();
    m_document.edit(tr("take the costs of the run"), QStringLiteral("costs"), after);
    m_document.endGesture();
    const QString heldOut
        = found.heldOutError ? relativeDifference(1 + *found.heldOutError, 1) : tr("not known");
    emit said(tr("Costs taken from %1 steps: predicted %2, measured %3 (%4); steps not fitted to: "
                 "%5%6")
                  .arg(QString::number(found.stepsUsed), stepTime(found.predictedStep),
                       stepTime(found.measuredStep), relativeDifference(1 + found.error, 1),
                       heldOut, m_leftOut)
              + remarks);
}

} // namespace gui
