#include "gui/stepviews/step_views.h"

#include "gui/stepviews/grid_cells.h"
#include "gui/stepviews/layer_boxes.h"
#include "gui/stepviews/state_bars.h"
#include "gui/stepviews/state_chart.h"
#include "gui/text/joined.h"
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
        return StepViews::tr("The states beside each other");
    case View::Timeline:
        break;
    }
    return {};
}

bool canShow(View view, const lesson::PlannedPtr& planned)
{
    return planned && (view == View::Grid || view == View::Layers || planned->hasTimeline());
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
    const auto titlesOf = [](const std::vector<StepState>& of) {
        QStringList titles;
        for (const StepState& state : of)
            titles << state.title;
        return titles;
    };
    const bool isAlike = views == m_views && titlesOf(states) == titlesOf(m_states);
    if (!isAlike || m_options != m_shownWith) {
        m_markedRanks.clear();
        m_markedLayers.clear();
    }
    m_shownWith = m_options;
    m_states = states;
    m_views = views;
    m_chartOf = chart ? std::optional(*chart) : std::nullopt;
    if (!isAlike || !fill())
        rebuild();
    remark();
}

// Whoever is clicked may be among those that go, and goes on for a while.
void StepViews::clear()
{
    m_shown.clear();
    m_rows.clear();
    m_chart = nullptr;
    while (QLayoutItem* item = m_column->takeAt(0)) {
        if (QWidget* section = item->widget()) {
            section->hide();
            section->deleteLater();
        }
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
    fill();
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
    // Before an audience the chart takes what room there is, and asks for no more.
    m_column->addWidget(section, m_isForAudience && view == View::Chart ? 1 : 0);
    if (view == View::Chart) {
        m_chart = new StateChart;
        if (m_isForAudience)
            m_chart->setForAudience();
        connect(m_chart, &StateChart::columnClicked, this, &StepViews::columnClicked);
        column->addWidget(m_chart, 1);
        return;
    }
    auto* row = new QBoxLayout(QBoxLayout::TopToBottom);
    row->setSpacing(metrics().space(4));
    for (std::size_t state = 0; state < m_states.size(); ++state)
        addState(view, state, *row);
    column->addLayout(row);
    m_rows.push_back(row);
}

void StepViews::addState(View view, std::size_t state, QBoxLayout& row)
{
    auto* column = new QVBoxLayout;
    column->setSpacing(metrics().space(1));
    if (m_states.size() > 1) {
        auto* title = plainLabel({});
        title->setText(m_states[state].title);
        column->addWidget(title);
    }
    PartsPicture* picture = canShow(view, m_states[state].planned) ? makePicture(view) : nullptr;
    m_shown.push_back({view, state, picture});
    if (picture) {
        picture->setAccessibleName(m_states.size() > 1
                                       ? bracketed(picture->accessibleName(), m_states[state].title)
                                       : picture->accessibleName());
        connect(picture, &PartsPicture::rankClicked, this, &StepViews::takeRank);
        connect(picture, &PartsPicture::layerClicked, this, &StepViews::takeLayer);
        column->addWidget(picture);
    } else {
        auto* none = plainLabel({});
        none->setText(tr("This cannot run, so there is nothing to show of it."));
        column->addWidget(none);
    }
    column->addStretch();
    row.addLayout(column, 1);
}

PartsPicture* StepViews::makePicture(View view)
{
    if (view == View::Grid)
        return new GridCells;
    if (view == View::Layers)
        return new LayerBoxes;
    return new BarRows(headingOf(view, true));
}

std::vector<PartsPicture*> StepViews::pictures() const
{
    std::vector<PartsPicture*> pictures;
    for (const Shown& shown : m_shown)
        if (shown.picture)
            pictures.push_back(shown.picture);
    return pictures;
}

bool StepViews::fill()
{
    if ((m_chart != nullptr) != m_chartOf.has_value())
        return false;
    for (const Shown& shown : m_shown)
        if ((shown.picture != nullptr) != canShow(shown.view, m_states[shown.state].planned))
            return false;
    for (const Shown& shown : m_shown) {
        if (auto* grid = qobject_cast<GridCells*>(shown.picture))
            grid->show(m_states[shown.state].planned, m_options);
        else if (auto* layers = qobject_cast<LayerBoxes*>(shown.picture))
            layers->show(m_states[shown.state].planned, m_options);
    }
    for (const View view : {View::Memory, View::Ledger, View::Messages})
        fillBars(view);
    if (m_chart)
        m_chart->show(*m_chartOf, m_options);
    return true;
}

void StepViews::fillBars(View view)
{
    const auto make = view == View::Memory ? memoryBars
        : view == View::Ledger             ? ledgerBars
                                           : messageBars;
    std::vector<BarPicture> bars;
    std::vector<BarRows*> onBars;
    for (const Shown& shown : m_shown)
        if (auto* rows = qobject_cast<BarRows*>(shown.picture); rows && shown.view == view) {
            bars.push_back(make(*m_states[shown.state].planned, m_options));
            onBars.push_back(rows);
        }
    shareScale(bars);
    for (std::size_t i = 0; i < bars.size(); ++i)
        onBars[i]->show(std::move(bars[i]));
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
    for (PartsPicture* picture : pictures())
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
