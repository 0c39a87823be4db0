#include "gui/charts/step_stack.h"

#include "gui/charts/round_up.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gui {
namespace {

constexpr int kFirstStackSteps = 10; // the axis shows at least as many
constexpr double kGutter = 168;      // pixels of scale 1: names and values
constexpr double kLaneHeight = 44;   // at least
constexpr double kAirToCome = 1.15;  // steps to come, as a share of those that came
constexpr int kPage = 10;            // steps

} // namespace

QString StepCurve::rangeText(const StepSeries::Stretch& steps) const
{
    const QString least = toText(steps.low);
    const QString most = toText(steps.high);
    return least == most ? least : StepStack::tr("%1 to %2").arg(least, most);
}

StepStack::StepStack(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Curves over the steps of the run"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void StepStack::setCurves(std::vector<StepCurve> curves)
{
    std::erase_if(curves, [](const StepCurve& curve) { return curve.isEmpty(); });
    if (curves.size() != m_curves.size())
        updateGeometry();
    m_curves = std::move(curves);
    m_lanes.resize(m_curves.size());
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        m_lanes[i].points = m_curves[i].values.points();
        m_lanes[i].low = m_curves[i].low.points();
    }
    fitAxes();
    update();
}

const StepCurve* StepStack::curve(const QString& id) const
{
    const auto found = std::find_if(m_curves.begin(), m_curves.end(),
                                    [&](const StepCurve& each) { return each.id == id; });
    return found == m_curves.end() ? nullptr : &*found;
}

void StepStack::setEmptyText(const QString& text)
{
    m_emptyText = text;
    update();
}

void StepStack::setCursor(int step)
{
    if (m_cursor == step)
        return;
    m_cursor = step;
    setAccessibleDescription(step < 0 ? QString() : wordsOf(step));
    update();
}

void StepStack::setMarks(std::vector<Mark> marks)
{
    if (m_marks == marks)
        return;
    m_marks = std::move(marks);
    update();
}

void StepStack::setExpected(int steps)
{
    m_expected = steps;
    fitAxes();
    update();
}

void StepStack::setComplete(bool complete)
{
    m_complete = complete;
    fitAxes();
    update();
}

void StepStack::clear()
{
    m_curves.clear();
    m_lanes.clear();
    m_marks.clear();
    m_cursor = m_hovered = -1;
    m_end = kFirstStackSteps - 1;
    m_expected = 0;
    m_complete = false;
    update();
}

int StepStack::newestStep() const
{
    int newest = -1;
    for (const StepCurve& curve : m_curves)
        newest = std::max({newest, curve.values.lastStep(), curve.marked.lastStep()});
    return newest;
}

void StepStack::fitAxes()
{
    const int newest = newestStep();
    if (m_complete) {
        m_end = std::max(newest, kFirstStackSteps - 1);
    } else if (newest > m_end) {
        const double wanted = (newest + 1.0) * kAirToCome;
        const double tick = roundUp(wanted / 8);
        const double end = std::ceil(wanted / tick) * tick;
        const int rounded
            = static_cast<int>(std::min(end, double(std::numeric_limits<int>::max())));
        m_end = m_expected > newest ? std::min(rounded, m_expected - 1) : rounded;
        m_end = std::max(m_end, newest);
    }
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        const StepCurve& curve = m_curves[i];
        double low = std::min(curve.values.lowest(), curve.marked.lowest());
        double high = std::max(curve.values.highest(), curve.marked.highest());
        if (!curve.low.isEmpty())
            low = std::min(low, curve.low.lowest());
        if (curve.limit) {
            low = std::min(low, *curve.limit);
            high = std::max(high, *curve.limit);
        }
        // Noise should look like noise: never less than 2 % of the value.
        const double margin = std::max({(high - low) * 0.12, std::abs(high) * 0.01, 1e-9});
        m_lanes[i].bottom = low >= 0 ? std::max(0.0, low - margin) : low - margin;
        m_lanes[i].top = high + margin;
    }
}

QRect StepStack::plotRect() const
{
    const Metrics sizes = metrics();
    return rect().adjusted(sizes.px(kGutter), sizes.space(2), -sizes.space(4), -sizes.space(6));
}

QRect StepStack::laneRect(std::size_t lane) const
{
    const QRect all = plotRect();
    const auto count = static_cast<int>(m_curves.size());
    const int top = all.top() + all.height() * static_cast<int>(lane) / count;
    const int bottom = all.top() + all.height() * (static_cast<int>(lane) + 1) / count;
    return {all.left(), top, all.width(), bottom - top};
}

int StepStack::xOf(int step) const
{
    const QRect plot = plotRect();
    return plot.left()
        + static_cast<int>(std::lround(double(plot.width() - 1) * step / std::max(1, m_end)));
}

int StepStack::stepAt(int x) const
{
    const QRect plot = plotRect();
    const double step = double(x - plot.left()) * m_end / std::max(1, plot.width() - 1);
    return std::clamp(static_cast<int>(std::lround(step)), 0, m_end);
}

QString StepStack::wordsOf(int step) const
{
    QStringList lines{tr("step %1").arg(step)};
    for (const StepCurve& curve : m_curves) {
        if (curve.marked.at(step))
            lines << tr("%1: %2").arg(curve.name, curve.markedName);
        else if (const auto value = curve.values.at(step))
            lines << tr("%1: %2").arg(curve.name, curve.toText(*value));
        else if (const auto among = curve.values.around(step))
            lines << tr("%1: %2 in steps %3–%4")
                         .arg(curve.name, curve.rangeText(*among), QString::number(among->first),
                              QString::number(among->last));
    }
    if (m_tip)
        lines += m_tip(step);
    for (const Mark& mark : m_marks)
        if (mark.step == step)
            lines << mark.words;
    return lines.join(QLatin1Char('\n'));
}

QSize StepStack::minimumSizeHint() const
{
    const Metrics sizes = metrics();
    const auto lanes = std::max<std::size_t>(1, m_curves.size());
    return {sizes.px(2 * kGutter),
            static_cast<int>(lanes) * sizes.px(kLaneHeight) + sizes.space(8)};
}

QSize StepStack::sizeHint() const { return minimumSizeHint(); }

void StepStack::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.base);
    painter.setFont(metrics().font(font(), Type::Small));
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    if (m_curves.empty()) {
        painter.setPen(theme.mutedText);
        painter.drawText(rect().adjusted(metrics().space(4), 0, -metrics().space(4), 0),
                         int(Qt::AlignCenter) | Qt::TextWordWrap, m_emptyText);
        return;
    }
    paintAxis(painter);
    for (std::size_t lane = 0; lane < m_curves.size(); ++lane) {
        paintLane(painter, lane);
        paintLabel(painter, lane);
    }
    paintMarks(painter);
    const QRect plot = plotRect();
    const auto line = [&](int step, const QPen& pen) {
        painter.setPen(pen);
        painter.drawLine(xOf(step), plot.top(), xOf(step), plot.bottom());
    };
    if (m_hovered >= 0)
        line(m_hovered, QPen(theme.mutedText, 1, Qt::DotLine));
    if (m_cursor >= 0)
        line(std::min(m_cursor, m_end), QPen(theme.accent, 1));
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void StepStack::paintAxis(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    const QRect plot = plotRect();
    const QFontMetrics words(painter.font());
    const int between = words.horizontalAdvance(QString::number(m_end)) + metrics().space(8);
    const double most = std::max(1, plot.width() / between);
    // Wider than a step: the last step there is has none behind it.
    const qint64 every = std::max(1LL, std::llround(roundUp((m_end + 1.0) / most)));
    for (qint64 step = 0; step <= m_end; step += every) {
        const int x = xOf(static_cast<int>(step));
        painter.setPen(theme.grid);
        painter.drawLine(x, plot.top(), x, plot.bottom());
        painter.setPen(theme.mutedText);
        const QString number = QString::number(step);
        const int half = words.horizontalAdvance(number) / 2;
        painter.drawText(std::min(x - half, width() - 2 * half), height() - metrics().space(2),
                         number);
    }
}

void StepStack::paintMarks(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    const int size = metrics().space(2);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (const Mark& mark : m_marks) {
        if (mark.step < 0 || mark.step > m_end)
            continue;
        const QPoint at(xOf(mark.step), plotRect().top());
        painter.setBrush(mark.bad ? theme.error : theme.warning);
        if (mark.bad)
            painter.drawRect(QRect(at.x() - size / 2, at.y() - size / 2, size, size));
        else
            painter.drawPolygon(
                QPolygon({at + QPoint(-size / 2, size / 2), at + QPoint(size / 2, size / 2),
                          at + QPoint(0, -size / 2)}));
    }
    painter.restore();
}

void StepStack::choose(qint64 step)
{
    const qint64 newest = newestStep();
    if (newest >= 0)
        emit stepChosen(static_cast<int>(std::clamp<qint64>(step, 0, newest)));
}

void StepStack::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && event->pos().x() >= plotRect().left())
        choose(stepAt(event->pos().x()));
}

void StepStack::mouseMoveEvent(QMouseEvent* event)
{
    const bool inside = plotRect().contains(event->pos());
    m_hovered = inside ? stepAt(event->pos().x()) : -1;
    if (inside && (event->buttons() & Qt::LeftButton))
        choose(m_hovered);
    update();
}

void StepStack::leaveEvent(QEvent*)
{
    m_hovered = -1;
    update();
}

void StepStack::keyPressEvent(QKeyEvent* event)
{
    const qint64 from = m_cursor < 0 ? newestStep() : m_cursor;
    switch (event->key()) {
    case Qt::Key_Left:
        return choose(from - 1);
    case Qt::Key_Right:
        return choose(from + 1);
    case Qt::Key_PageUp:
        return choose(from - kPage);
    case Qt::Key_PageDown:
        return choose(from + kPage);
    case Qt::Key_Home:
        return choose(0);
    case Qt::Key_End:
        return choose(newestStep());
    default:
        QWidget::keyPressEvent(event);
    }
}

void StepStack::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

bool StepStack::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (!m_curves.empty() && plotRect().contains(help->pos()))
        QToolTip::showText(help->globalPos(), plainTip(wordsOf(stepAt(help->pos().x()))), this);
    return true;
}

} // namespace gui
