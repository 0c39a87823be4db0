#include "gui/charts/sweep_chart.h"

#include "gui/charts/axis_scale.h"
#include "gui/charts/chart_look.h"
#include "gui/charts/round_up.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QMouseEvent>
#include <QScatterSeries>
#include <QStackedLayout>
#include <QToolTip>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kOverHighest = 1.08; // over the highest point
constexpr double kPointSize = 8;      // pixels of scale 1, as the next two
constexpr double kRingSize = 18;
constexpr double kNearPoint = 14;
constexpr int kMostValues = 12;
// Beyond, names do not fit over the chart.
constexpr std::size_t kMostNamed = 8;

} // namespace

SweepChart::SweepChart(const QString& empty, QWidget* parent)
    : QWidget(parent)
    , m_chart(new QChart)
    , m_values(new QCategoryAxis)
    , m_heights(new QValueAxis)
    , m_view(new QChartView(m_chart))
    , m_emptyText(new QLabel(empty))
    , m_pages(new QStackedLayout(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(empty);
    m_chart->addAxis(m_values, Qt::AlignBottom);
    m_chart->addAxis(m_heights, Qt::AlignLeft);
    m_values->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    m_values->setGridLineVisible(false);
    m_heights->setLabelFormat(QStringLiteral("%g"));
    m_chart->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
    makeLook(*m_view, *m_emptyText);
    leaveRoomForFocus(*this);
    m_view->viewport()->installEventFilter(this);
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_emptyText);
    redraw();
}

void SweepChart::show(const SweepPicture& picture)
{
    m_picture = picture;
    m_chosen = {};
    const auto parts = [](qsizetype of, int most) {
        return std::max(1, static_cast<int>((of + most - 1) / most));
    };
    const auto curves = static_cast<qsizetype>(m_picture.curves.size());
    m_everyCurve = parts(curves, kMostCurves);
    m_every = parts(parts(curves, m_everyCurve) * m_picture.values.size(), kMostDrawn);
    setAccessibleName(picture.title.isEmpty() ? m_emptyText->text() : picture.title);
    setAccessibleDescription(picture.headline());
    redraw();
}

void SweepChart::paintEvent(QPaintEvent*) { paintFocus(*this); }

void SweepChart::redraw()
{
    m_pages->setCurrentWidget(isEmpty() ? static_cast<QWidget*>(m_emptyText) : m_view);
    // Made anew and not changed: their number and their colours differ from picture to picture.
    m_chart->removeAllSeries();
    scale();
    addPresent();
    const std::size_t curves = m_picture.curves.size();
    const auto step = static_cast<std::size_t>(m_everyCurve);
    for (std::size_t number = 0; number < curves; number += step)
        addCurve(static_cast<int>(number));
    if (m_picture.limit)
        addLimit();
    const Theme& theme = themeFor(palette());
    auto* mark = new QScatterSeries;
    mark->setMarkerSize(metrics().px(kRingSize));
    mark->setColor(Qt::transparent);
    attach(mark, false);
    mark->setPen(QPen(theme.accent, 2));
    m_mark = mark;
    markChosen();
    // Ordered values are told by their shades, named at both ends; words each by a name.
    const bool many = curves > kMostNamed;
    m_chart->legend()->setAlignment(many && !m_picture.ordered ? Qt::AlignRight : Qt::AlignTop);
    m_chart->legend()->setVisible((curves > 1 && !(many && m_picture.ordered)) || m_picture.limit
                                  || m_picture.present.value >= 0);
    m_chart->setTitle(many && m_picture.ordered
                          ? tr("%1 from %2 (dark) to %3 (light)")
                                .arg(m_picture.other, m_picture.curves.front().name,
                                     m_picture.curves[(curves - 1) / step * step].name)
                          : QString());
    m_chart->setTitleBrush(theme.mutedText);
    m_chart->setTitleFont(metrics().font(font(), Type::Small));
    labelValues();
    applyTheme(*m_chart, *m_emptyText, theme);
}

QColor SweepChart::colourOf(int curve) const
{
    const Theme& theme = themeFor(palette());
    const std::size_t curves = m_picture.curves.size();
    if (curves <= theme.curves.size())
        return theme.curves[static_cast<std::size_t>(curve)];
    // That part of the scale which stands out from the ground.
    const double share = static_cast<double>(curve) / static_cast<double>(curves - 1);
    return theme.heat(theme.dark ? 0.3 + 0.7 * share : 0.65 * share);
}

bool SweepChart::isDrawn(int value) const { return value % m_every == 0; }

QXYSeries* SweepChart::attach(QXYSeries* series, bool inLegend)
{
    m_chart->addSeries(series);
    series->attachAxis(m_values);
    series->attachAxis(m_heights);
    // Markers are made by addSeries(), so they can only be hidden here.
    for (QLegendMarker* marker : m_chart->legend()->markers(series))
        marker->setVisible(inLegend);
    return series;
}

// A line for each run of neighbours, and the points.
void SweepChart::addCurve(int number)
{
    const Theme& theme = themeFor(palette());
    const SweepCurve& curve = m_picture.curves[static_cast<std::size_t>(number)];
    const QColor colour = colourOf(number);
    // A single curve needs no name: the axes say what it is.
    const std::size_t curves = m_picture.curves.size();
    const bool isNamed = curves > 1 && (curves <= kMostNamed || !m_picture.ordered);
    QList<QPointF> run;
    QList<QPointF> full;
    QList<QPointF> hollow;
    bool named = false;
    const auto endRun = [&] {
        // A lone point needs no line of its own, but the legend takes the curve's name from the
        // first line, which is therefore made in any case.
        if (run.size() > 1 || (!run.empty() && !named)) {
            auto* line = new QLineSeries;
            line->setName(curve.name);
            line->setPen(QPen(colour, 2));
            line->append(run);
            attach(line, isNamed && !named);
            named = true;
        }
        run.clear();
    };
    for (int value = 0; value < static_cast<int>(curve.points.size()); ++value) {
        if (!isDrawn(value))
            continue;
        const SweepPoint* point = m_picture.at({value, number});
        if (!point) {
            endRun();
            continue;
        }
        run << QPointF(value, point->height);
        (point->fits ? full : hollow) << run.back();
    }
    endRun();
    for (const bool fits : {true, false}) {
        auto* points = new QScatterSeries;
        points->setMarkerSize(metrics().px(kPointSize));
        points->setColor(fits ? colour : theme.base);
        points->setBorderColor(colour);
        points->append(fits ? full : hollow);
        attach(points, false);
        points->setPen(QPen(colour, 2));
    }
}

void SweepChart::addLimit()
{
    auto* line = new QLineSeries;
    line->setName(m_picture.limitName);
    line->setPen(QPen(themeFor(palette()).error, 2, Qt::DashLine));
    const double last = std::max(0.0, static_cast<double>(m_picture.values.size()) - 1);
    line->append({{-0.5, *m_picture.limit}, {last + 0.5, *m_picture.limit}});
    attach(line, true);
}

void SweepChart::addPresent()
{
    if (m_picture.present.value < 0)
        return;
    auto* line = new QLineSeries;
    line->setName(tr("as it is: %1").arg(m_picture.values[m_picture.present.value]));
    line->setPen(QPen(themeFor(palette()).mutedText, 1, Qt::DashLine));
    const double value = m_picture.present.value;
    line->append({{value, 0}, {value, m_highest * kOverHighest}});
    attach(line, true);
}

void SweepChart::labelValues()
{
    const auto count = static_cast<int>(m_picture.values.size());
    labelPlaces(*m_values, count, std::max(1, (count + kMostValues - 1) / kMostValues),
                [this](int value) { return m_picture.values[value]; });
    m_values->setTitleText(m_picture.field);
    m_heights->setTitleText(m_picture.title);
}

void SweepChart::scale()
{
    m_highest = m_picture.limit.value_or(0);
    for (const SweepCurve& curve : m_picture.curves)
        for (const auto& point : curve.points)
            m_highest = std::max(m_highest, point ? point->height : 0);
    // An axis needs a height even where every value is 0.
    if (!(m_highest > 0))
        m_highest = 1;
    scaleAxis(*m_heights, 0, m_highest * kOverHighest, roundUp(m_highest / 5));
}

void SweepChart::markChosen()
{
    m_mark->clear();
    if (const SweepPoint* point = m_picture.at(m_chosen))
        m_mark->append(m_chosen.value, point->height);
}

void SweepChart::setChosen(SweepCell cell)
{
    m_chosen = cell;
    markChosen();
}

void SweepChart::choose(SweepCell cell)
{
    setChosen(cell);
    setAccessibleDescription(m_picture.tipOf(cell));
    emit cellChosen(cell);
}

QPoint SweepChart::placeOf(SweepCell cell) const
{
    const QPointF inScene = m_chart->mapToScene(m_chart->mapToPosition(
        {static_cast<double>(cell.value), m_picture.at(cell)->height}, m_mark));
    return m_view->viewport()->mapTo(this, m_view->mapFromScene(inScene));
}

SweepCell SweepChart::cellAt(QPoint place) const
{
    SweepCell nearest;
    double least = metrics().px(kNearPoint);
    for (int curve = 0; curve < static_cast<int>(m_picture.curves.size()); curve += m_everyCurve)
        for (int value = 0; value < m_picture.values.size(); value += m_every) {
            const SweepCell cell{value, curve};
            if (!m_picture.at(cell))
                continue;
            const QPoint way = placeOf(cell) - place;
            const double far = std::hypot(way.x(), way.y());
            if (far > least)
                continue;
            least = far;
            nearest = cell;
        }
    return nearest;
}

void SweepChart::keyPressEvent(QKeyEvent* event)
{
    if (m_picture.at(m_chosen)
        && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        emit opened(m_chosen);
        return;
    }
    const int along = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const int across = event->key() == Qt::Key_Up ? 1 : event->key() == Qt::Key_Down ? -1 : 0;
    if (isEmpty() || (along == 0 && across == 0)) {
        QWidget::keyPressEvent(event);
        return;
    }
    // Places without a strategy are stepped over.
    SweepCell next = m_chosen;
    do {
        next = next.isSomewhere()
            ? SweepCell{next.value + along * m_every, next.curve + across * m_everyCurve}
            : SweepCell{0, 0};
        if (m_picture.at(next)) {
            choose(next);
            return;
        }
    } while (next.value >= 0 && next.value < m_picture.values.size() && next.curve >= 0
             && next.curve < static_cast<int>(m_picture.curves.size()));
}

bool SweepChart::eventFilter(QObject* watched, QEvent* event)
{
    const auto at = [this](QPoint place) { return cellAt(m_view->viewport()->mapTo(this, place)); };
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), plainTip(m_picture.tipOf(at(help->pos()))), m_view);
        return true;
    }
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const SweepCell cell = at(mouse->position().toPoint());
        setFocus(Qt::MouseFocusReason);
        if (cell.isSomewhere() && mouse->button() == Qt::LeftButton) {
            choose(cell);
            if (event->type() == QEvent::MouseButtonDblClick)
                emit opened(cell);
        }
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void SweepChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        redraw();
    QWidget::changeEvent(event);
}

} // namespace gui
