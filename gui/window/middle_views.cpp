#include "gui/window/middle_views.h"

#include "gui/window/peers_shown.h"

#include "gui/cluster/device_card.h"
#include "gui/cluster/device_page.h"
#include "gui/cluster/device_view.h"
#include "gui/cluster/grid_view.h"
#include "gui/cluster/shard_page.h"
#include "gui/layers/layers_page.h"
#include "gui/theme/metrics.h"
#include "gui/window/action_registry.h"
#include "gui/window/timeline_area.h"

#include <QEvent>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace gui {

MiddleViews::MiddleViews(TimelineArea& area, Document& document, const Estimator& estimator,
                         RunView& run, QWidget* parent)
    : QWidget(parent)
    , m_area(area)
    , m_document(document)
    , m_estimator(estimator)
    , m_run(run)
    , m_tabs(new QTabBar(this))
    , m_stack(new QStackedWidget(this))
{
    m_pages = {&area,
               new DevicePage(m_cluster, new DeviceView(m_cluster),
                              tr("wheel zooms · arrows go from device to device")),
               new DevicePage(m_cluster, new GridView(m_cluster),
                              tr("drag or arrows turn · Shift+arrows, Page keys select")),
               new ShardPage(m_cluster), new LayersPage(document, estimator)};
    const std::array<QString, kMiddleViews> titles{tr("Timeline"), tr("Devices"), tr("Grid"),
                                                   tr("Shards"), tr("Layers")};
    for (std::size_t view = 0; view < kMiddleViews; ++view) {
        m_stack->addWidget(m_pages[view]);
        m_tabs->addTab(titles[view]);
    }
    m_stack->setMinimumSize(1, 1);
    m_tabs->setAccessibleName(tr("View in the middle"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
    column->addWidget(m_stack, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, &MiddleViews::show);
    connect(&document, &Document::predictionChanged, this, &MiddleViews::refresh);
    connect(&estimator, &Estimator::changed, this, &MiddleViews::refresh);
    connect(&run, &RunView::changed, this, &MiddleViews::refresh);
    connect(&m_cluster, &ClusterState::selectedChanged, this, &MiddleViews::selectOnTimeline);
    ViewState& state = area.viewState();
    connect(&state, &ViewState::selectedChanged, this, &MiddleViews::selectAsTimeline);
    connect(&state, &ViewState::areaChanged, this, &MiddleViews::selectAsTimeline);
    applyLook();
}

// The pages refer to members, which are destroyed before the children are.
MiddleViews::~MiddleViews() { delete m_stack; }

void MiddleViews::connectTo(ActionRegistry& actions)
{
    constexpr std::array<const char*, kMiddleViews> kCommands{
        "view.focusTimeline", "view.devices", "view.grid", "view.shards", "view.layers"};
    for (std::size_t view = 0; view < kMiddleViews; ++view) {
        actions.onTriggered(kCommands[view], [this, view] {
            setCurrent(static_cast<MiddleView>(view));
            focused()->setFocus(Qt::ShortcutFocusReason);
        });
        m_tabs->setTabToolTip(static_cast<int>(view), actions.action(kCommands[view])->statusTip());
    }
}

MiddleView MiddleViews::current() const { return static_cast<MiddleView>(m_tabs->currentIndex()); }

bool MiddleViews::showsDevices() const
{
    return current() != MiddleView::Timeline && current() != MiddleView::Layers;
}

void MiddleViews::setCurrent(MiddleView view) { m_tabs->setCurrentIndex(static_cast<int>(view)); }

QWidget* MiddleViews::focused() const
{
    if (current() == MiddleView::Timeline)
        return &m_area.panel();
    return page(current());
}

void MiddleViews::show()
{
    refresh();
    m_stack->setCurrentIndex(m_tabs->currentIndex());
    if (m_inspectors)
        m_inspectors->setCurrentIndex(showsDevices() ? 1 : 0);
    selectAsTimeline();
    emit currentChanged(current());
}

QWidget* MiddleViews::inspectorWith(QWidget* timeline, QWidget* parent)
{
    auto* both = new QWidget(parent);
    m_inspectors = new QStackedLayout(both);
    m_inspectors->addWidget(timeline);
    m_inspectors->addWidget(new DeviceCard(m_cluster));
    m_inspectors->setCurrentIndex(showsDevices() ? 1 : 0);
    return both;
}

MeasuredDevices MiddleViews::measured()
{
    const ShownStep& shown = m_run.shown();
    const RunSnapshotPtr& run = m_run.run();
    MeasuredDevices devices;
    // Only what is of this strategy's work says something of its devices.
    if (!run || !run->info || !shown.complete || !shown.prediction)
        return devices;
    devices.ledger = shown.numbers.ledger;
    devices.makespan = shown.numbers.makespan;
    devices.step = shown.complete->number;
    devices.replica = run->info->replica;
    devices.memory = run->devicePeaks;
    readNetwork();
    devices.links = m_network.links;
    devices.hosts = m_network.hosts;
    if (shown.complete->world.size() == static_cast<std::size_t>(run->info->world))
        devices.world = {shown.complete, &shown.complete->world};
    return devices;
}

// Once for a step, or where a host is new: all ranks and transfers are looked at.
void MiddleViews::readNetwork()
{
    const measured::RankHosts& hosts = m_run.session().hosts();
    const StepPtr& step = m_run.shown().complete;
    if (m_network.step == step && m_network.revision == hosts.revision())
        return;
    m_network.step = step;
    m_network.links = m_run.session().links().seen();
    if (m_network.hosts && m_network.revision == hosts.revision())
        return;
    m_network.revision = hosts.revision();
    auto names = std::make_shared<RankHostNames>();
    for (int rank = 0; hosts.hosts() > 1 && rank < m_run.run()->info->world; ++rank)
        names->push_back(hosts.hostOf(rank) < 0 ? QString()
                                                : shortHost(hosts.nameOf(hosts.hostOf(rank))));
    m_network.hosts = std::move(names);
}

// While the next one is worked out, that of the same ranks as before an edit: what is coloured by
// it keeps its colours, and the list of shards its place.
EstimatePtr MiddleViews::estimate() const
{
    const EstimatePtr& last = m_estimator.estimate();
    const PredictionPtr& shown = m_document.prediction();
    if (!last || m_estimator.isCurrent())
        return last;
    const bool isOfTheseRanks
        = shown && shown->strategy.model && last->strategy.parallel == shown->strategy.parallel;
    return isOfTheseRanks ? last : nullptr;
}

void MiddleViews::refresh()
{
    if (!showsDevices())
        return;
    const EstimatePtr estimate = this->estimate();
    MeasuredDevices measured = this->measured();
    const DeviceFacts& known = m_cluster.facts();
    if (known.prediction() == m_document.prediction() && known.estimate() == estimate
        && known.measured() == measured)
        return;
    m_cluster.setFacts({m_document.prediction(), estimate, std::move(measured)});
}

// A device is a rank of the timeline, over the whole step.
void MiddleViews::selectOnTimeline()
{
    if (m_selecting)
        return;
    m_selecting = true;
    ViewState& state = m_area.viewState();
    const int device = m_cluster.selected();
    state.setSelected(std::nullopt);
    if (device < 0) {
        state.setArea(std::nullopt);
    } else {
        const int rank = m_cluster.map().pipelineRankOf(device);
        state.setArea(TimeArea{{Nanoseconds{0}, state.extent()}, rank, rank});
    }
    m_selecting = false;
}

void MiddleViews::selectAsTimeline()
{
    if (m_selecting || !showsDevices())
        return;
    m_selecting = true;
    const ViewState& state = m_area.viewState();
    if (state.selected())
        m_cluster.selectPipelineRank(state.selected()->rank);
    else if (state.area() && state.area()->ranks() == 1)
        m_cluster.selectPipelineRank(state.area()->firstRank);
    m_selecting = false;
}

void MiddleViews::applyLook()
{
    const Metrics sizes = metrics();
    m_tabs->setFont(sizes.font(font(), Type::Small));
    m_tabs->setFixedHeight(sizes.controlHeight());
}

void MiddleViews::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        applyLook();
}

} // namespace gui
