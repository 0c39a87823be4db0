#include "gui/cluster/shard_page.h"

#include "engine/strategy/cost_job.h"
#include "engine/strategy/layer_split.h"
#include "gui/cluster/place_words.h"
#include "gui/cluster/shard_view.h"
#include "gui/frame/elided_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

namespace gui {

std::optional<ShardSubject> shardSubject(const DeviceFacts& facts, int device, long long layer)
{
    if (!facts.estimate() || !facts.prediction()->strategy.model || device < 0)
        return std::nullopt;
    const strategy::Strategy& strategy = facts.prediction()->strategy;
    const plan::Schedule& schedule = *facts.prediction()->schedule;
    const auto split = strategy::layerSplitOf(strategy, schedule);
    if (!split)
        return std::nullopt;
    const DevicePlace place = facts.map().placeOf(device);
    const strategy::Estimate& numbers = facts.estimate()->numbers;
    ShardSubject subject;
    subject.job = strategy::jobOf(strategy);
    subject.pipelineRank = place.pipeline;
    subject.tensorRank = place.tensor;
    subject.expertPart = facts.map().expertRankOf(device) * facts.map().expertTensor()
        + facts.map().expertTensorRankOf(device);
    subject.dataRank = place.context + facts.map().context() * place.data;
    subject.limit = numbers.memoryLimit;
    subject.shards
        = shardsOf({subject.job, schedule, *split},
                   numbers.memory[static_cast<std::size_t>(place.pipeline)], place.pipeline);
    subject.layer = layer;
    if (!subject.shards.stageOf(layer)) {
        subject.layer = -1;
        for (const StageShards& stage : subject.shards.stages)
            if (stage.layers > 0 && subject.layer < 0)
                subject.layer = stage.firstLayer;
    }
    return subject;
}

ShardPage::ShardPage(ClusterState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_layer(new QSpinBox)
    , m_label(new QLabel(tr("&Layer"), this))
    , m_where(new ElidedLabel(this))
    , m_sentence(new QLabel(this))
    , m_scroll(new QScrollArea(this))
    , m_view(new ShardView)
{
    m_label->setBuddy(m_layer);
    // The box comes into the page behind the view, for Tab passes by what stands between a page and
    // its focus proxy.
    m_layer->setAccessibleName(tr("Layer"));
    m_layer->setKeyboardTracking(false);
    m_where->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_where->setAccessibleName(tr("The device whose shards are shown"));
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_sentence->setAccessibleName(tr("What is exchanged"));
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_scroll->setWidget(m_view);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    auto* line = new QHBoxLayout;
    line->addWidget(m_label);
    line->addWidget(m_layer);
    line->addWidget(m_where, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(line);
    column->addWidget(m_scroll, 1);
    column->addWidget(m_sentence);
    setFocusProxy(m_view);
    connect(&state, &ClusterState::factsChanged, this, &ShardPage::refresh);
    connect(&state, &ClusterState::selectedChanged, this, &ShardPage::refresh);
    connect(m_layer, &QSpinBox::valueChanged, this, [this](int layer) { goTo(layer - 1); });
    connect(m_view, &ShardView::currentChanged, this, &ShardPage::say);
    applyLook();
}

void ShardPage::showEvent(QShowEvent*) { refresh(); }

void ShardPage::refresh()
{
    if (!isVisible())
        return;
    QString reason = m_state.reason();
    std::optional<ShardSubject> subject;
    const int device = std::max(0, m_state.selected());
    if (reason.isEmpty()) {
        subject = shardSubject(m_state.facts(), device, m_layer->value() - 1);
        if (!subject)
            reason = m_state.facts().prediction()->strategy.model
                ? tr("The shards are drawn once the estimate is ready.")
                : tr("The shards are drawn for a strategy with a model. The editor adds one.");
    }
    m_layer->setEnabled(subject.has_value());
    if (subject) {
        const QSignalBlocker quiet(m_layer);
        m_layer->setRange(1, subject->job.model.layers);
        m_layer->setValue(static_cast<int>(std::max(0LL, subject->layer)) + 1);
    }
    m_where->setText(subject ? deviceSentence(m_state.facts(), device) : QString());
    m_view->show(std::move(subject), reason);
}

void ShardPage::goTo(long long layer)
{
    const DeviceFacts& facts = m_state.facts();
    if (!facts.prediction() || !facts.prediction()->strategy.model)
        return;
    const auto split
        = strategy::layerSplitOf(facts.prediction()->strategy, *facts.prediction()->schedule);
    if (!split)
        return;
    const std::vector<long long> first = split->firstLayers();
    for (std::size_t stage = 0; stage < first.size(); ++stage)
        if (layer >= first[stage] && layer < first[stage] + split->stages[stage].layers) {
            const plan::Placement& placement = facts.prediction()->schedule->placement;
            const int rank = m_state.map().pipelineRankOf(std::max(0, m_state.selected()));
            // A stage may stand on two ranks; the selection stays where it can.
            if (!placement.holds(rank, static_cast<int>(stage)) || m_state.selected() < 0)
                m_state.selectPipelineRank(
                    placement.holds(rank, static_cast<int>(stage)) ? rank : placement.ranks[stage]);
        }
    refresh();
}

void ShardPage::say()
{
    const int current = m_view->current();
    const auto& items = m_view->shardLayout().items();
    m_sentence->setText(current < 0
                            ? QString()
                            : tr("%1: %2").arg(items[static_cast<std::size_t>(current)].title,
                                               items[static_cast<std::size_t>(current)].sentence));
}

void ShardPage::applyLook()
{
    const Metrics sizes = metrics();
    auto* line = static_cast<QHBoxLayout*>(layout()->itemAt(0)->layout());
    line->setContentsMargins(sizes.space(4), sizes.space(1), sizes.space(4), sizes.space(1));
    line->setSpacing(sizes.space(2));
    m_sentence->setContentsMargins(sizes.space(4), sizes.space(1), sizes.space(4), sizes.space(1));
    m_sentence->setMinimumHeight(sizes.controlHeight());
    for (QLabel* label : {m_label, m_where, m_sentence})
        label->setFont(sizes.font(font(), Type::Small));
}

void ShardPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        applyLook();
}

} // namespace gui
