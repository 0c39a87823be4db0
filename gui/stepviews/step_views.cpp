#include "gui/stepviews/step_views.h"

#include "gui/stepviews/grid_cells.h"
#include "gui/stepviews/layer_boxes.h"
#include "gui/stepviews/state_bars.h"
#include "gui/stepviews/state_chart.h"
#include "gui/text/plain_label.h"
#include "gui/theme/metrics.h"
#include "gui/timeline/view_state.h"

#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace gui {
namespace {

using lesson::View;

constexpr int kLeastColumn = 22; // letters of a state's column, beside another one

QString headingOf(View view, bool hasModel)
{
    switch (view) {
    case View::Memory:
        return hasModel ? StepViews::tr("Memory of each rank at its peak")
                        : StepViews::tr("Microbatches in flight on each rank");
    case View::Ledger:
        return StepViews::tr("Where the time of each rank goes");
    case View::Messages:
        return StepViews::tr("Messages between ranks");
    case View::Grid:
        return StepViews::tr("Devices");
    case View::Layers:
        return hasModel ? StepViews::tr("Layers of each rank")
                        : StepViews::tr("Stages of each rank");
    case View::Chart:
        return StepViews::tr("One measure over several states");
    case View::Timeline:
        break;
    }
    return {};
}

void toggle(std::vector<int>& numbers, int number)
{
    const auto found = std::find(numbers.begin(), numbers.end(), number);
    if (found == numbers.end())
        numbers.push_back(number);
    else
        numbers.erase(found);
}

} // namespace

QString timeInLesson(plan::Nanoseconds time, const ViewOptions& options)
{
    return QString::fromStdString(
        lesson::toText(lesson::time(time), lesson::usualUnit(lesson::Dimension::Time, options.unit),
                       options.unit));
}

StepViews::StepViews(ViewState& picture, QWidget* parent)
    : QWidget(parent)
    , m_picture(picture)
    , m_scrolled(new QScrollArea)
    , m_content(new QWidget)
    , m_column(new QVBoxLayout(m_content))
{
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    m_scrolled->setWidgetResizable(true);
    m_scrolled->setFrameShape(QFrame::NoFrame);
    m_scrolled->setFocusPolicy(Qt::NoFocus);
    m_scrolled->setWidget(m_content);
    whole->addWidget(m_scrolled);
    const Metrics sizes = metrics();
    m_column->setContentsMargins(sizes.space(4), sizes.space(2), sizes.space(4), sizes.space(2));
    m_column->setSpacing(sizes.space(2));
    connect(&picture, &ViewState::selectedChanged, this, &StepViews::markSelected);
}

bool StepViews::coversWhileAsked(const lesson::Step& step)
{
    if (std::holds_alternative<lesson::NumberAction>(step.action))
        return true;
    const auto* click = std::get_if<lesson::ClickAction>(&step.action);
    if (!click)
        return false;
    static const std::set<lesson::MeasureId> kStandsThere{
        lesson::MeasureId::LayersOf, lesson::MeasureId::Fullest, lesson::MeasureId::TensorGroup,
        lesson::MeasureId::DataGroup, lesson::MeasureId::PipelineGroup};
    return kStandsThere.contains(click->is.id);
}

bool StepViews::hasViews(const lesson::Step& step)
{
    return (step.chartOf && !step.chart.empty())
        || std::any_of(step.show.begin(), step.show.end(),
                       [](View view) { return view != View::Timeline && view != View::Chart; });
}

void StepViews::showStep(const lesson::ReadLesson& read, const lesson::Step& step,
                         const std::vector<StepState>& states, bool isAsked)
{
    std::optional<ChartOf> chart;
    std::vector<View> views = step.show;
    if (step.chartOf && !step.chart.empty()) {
        chart.emplace(ChartOf{.of = *step.chartOf, .states = {}, .covered = isAsked});
        for (const std::string& name : step.chart) {
            const auto found = read.states.find(name);
            chart->states.push_back({QString::fromStdString(name),
                                     found == read.states.end() ? nullptr : found->second.planned});
        }
        if (std::find(views.begin(), views.end(), View::Chart) == views.end())
            views.push_back(View::Chart);
    }
    setAsksClicks(isAsked && std::holds_alternative<lesson::ClickAction>(step.action));
    setUnit(read.lesson.unit);
    show(states, views, chart ? &*chart : nullptr, isAsked && coversWhileAsked(step));
}

void StepViews::show(const std::vector<StepState>& states, const std::vector<View>& views,
                     const ChartOf* chart, bool covered)
{
    m_options.covered = covered;
    m_states = states;
    m_views = views;
    m_chartOf = chart ? std::optional(*chart) : std::nullopt;
    m_markedRanks.clear();
    m_markedLayers.clear();
    rebuild();
}

void StepViews::clear()
{
    m_pictures.clear();
    m_rows.clear();
    m_chart = nullptr;
    while (QLayoutItem* item = m_column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

void StepViews::rebuild()
{
    clear();
    for (const View view : m_views)
        if (view != View::Timeline && (view != View::Chart || m_chartOf))
            addSection(view);
    m_column->addStretch();
    arrange();
    updateGeometry();
}

void StepViews::addSection(View view)
{
    const bool hasModel = std::any_of(m_states.begin(), m_states.end(), [](const StepState& state) {
        return state.planned && state.planned->strategy().model;
    });
    auto* section = new QWidget;
    auto* column = new QVBoxLayout(section);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics().space(1));
    auto* heading = plainLabel({});
    QFont bold; // its weight alone: the size stays that of the views
    bold.setBold(true);
    heading->setFont(bold);
    heading->setText(headingOf(view, hasModel));
    column->addWidget(heading);
    if (view == View::Chart) {
        m_chart = new StateChart;
        m_chart->show(*m_chartOf, m_options);
        connect(m_chart, &StateChart::columnClicked, this, &StepViews::columnClicked);
        column->addWidget(m_chart);
        m_column->addWidget(section);
        return;
    }
    auto* row = new QBoxLayout(QBoxLayout::TopToBottom);
    row->setSpacing(metrics().space(4));
    std::vector<BarPicture> bars;
    std::vector<BarRows*> onBars;
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        auto* state = new QVBoxLayout;
        state->setSpacing(metrics().space(1));
        if (m_states.size() > 1) {
            auto* title = plainLabel({});
            title->setText(m_states[i].title);
            state->addWidget(title);
        }
        PartsPicture* picture = makePicture(view, i);
        if (!picture) {
            auto* none = plainLabel({});
            none->setText(tr("This cannot run, so there is nothing to show of it."));
            state->addWidget(none);
        } else {
            m_pictures.push_back(picture);
            connect(picture, &PartsPicture::rankClicked, this, &StepViews::takeRank);
            connect(picture, &PartsPicture::layerClicked, this, &StepViews::takeLayer);
            state->addWidget(picture);
        }
        state->addStretch();
        row->addLayout(state, 1);
        if (auto* rows = qobject_cast<BarRows*>(picture)) {
            bars.push_back(rows->picture());
            onBars.push_back(rows);
        }
    }
    shareScale(bars);
    for (std::size_t i = 0; i < bars.size(); ++i)
        onBars[i]->show(bars[i]);
    column->addLayout(row);
    m_rows.push_back(row);
    m_column->addWidget(section);
}

PartsPicture* StepViews::makePicture(View view, std::size_t state)
{
    const lesson::PlannedPtr& planned = m_states[state].planned;
    if (!planned)
        return nullptr;
    const auto bars = [&](auto make, const QString& name) -> PartsPicture* {
        if (!planned->hasTimeline())
            return nullptr;
        auto* rows = new BarRows(name);
        rows->show(make(*planned, m_options));
        return rows;
    };
    const QString heading = headingOf(view, planned->strategy().model.has_value());
    switch (view) {
    case View::Memory:
        return bars(memoryBars, heading);
    case View::Ledger:
        return bars(ledgerBars, heading);
    case View::Messages:
        return bars(messageBars, heading);
    case View::Grid: {
        auto* grid = new GridCells;
        grid->show(planned, m_options);
        return grid;
    }
    case View::Layers: {
        auto* layers = new LayerBoxes;
        layers->show(planned, m_options);
        return layers;
    }
    case View::Timeline:
    case View::Chart:
        break;
    }
    return nullptr;
}

void StepViews::markSelected()
{
    if (m_options.asksClicks)
        return;
    const auto& op = m_picture.selected();
    setMarkedRanks(op ? std::vector{op->rank} : std::vector<int>());
}

void StepViews::takeRank(int rank)
{
    if (m_options.asksClicks) {
        toggle(m_markedRanks, rank);
        remark();
    }
    emit rankClicked(rank);
}

void StepViews::takeLayer(int layer)
{
    if (m_options.asksClicks) {
        toggle(m_markedLayers, layer);
        remark();
    }
    emit layerClicked(layer);
}

void StepViews::setMarkedRanks(const std::vector<int>& ranks)
{
    m_markedRanks = ranks;
    remark();
}

void StepViews::setMarkedLayers(const std::vector<int>& layers)
{
    m_markedLayers = layers;
    remark();
}

void StepViews::remark()
{
    for (PartsPicture* picture : m_pictures)
        picture->setMarked(m_markedRanks, m_markedLayers);
}

void StepViews::arrange()
{
    const int column = fontMetrics().averageCharWidth() * kLeastColumn;
    const bool isBeside = width() >= int(m_states.size()) * column * 3 / 2;
    for (QBoxLayout* row : m_rows)
        row->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

QSize StepViews::sizeHint() const
{
    const int wide = std::max(width(), m_content->sizeHint().width());
    return {m_content->sizeHint().width(),
            m_column->hasHeightForWidth() ? m_column->totalHeightForWidth(wide)
                                          : m_content->sizeHint().height()};
}

void StepViews::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void StepViews::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange)
        rebuild();
    else if (event->type() == QEvent::FontChange)
        arrange();
}

} // namespace gui
