#include "gui/lessonruns/step_bars.h"

#include "gui/text/number_format.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace gui {
namespace {

constexpr int kBarsHeight = 64; // pixels of scale 1
constexpr int kBarsMargin = 8;  // likewise
constexpr int kBarsLines = 3;   // of text, at least

} // namespace

StepBars::StepBars(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Steps of the run"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize StepBars::sizeHint() const
{
    const int height = std::max(metrics().px(kBarsHeight), kBarsLines * fontMetrics().height());
    return {height, height};
}

void StepBars::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

void StepBars::setSteps(std::vector<int> numbers, std::vector<plan::Nanoseconds> lengths)
{
    m_numbers = std::move(numbers);
    m_lengths = std::move(lengths);
    m_chosen = 0;
    update();
}

void StepBars::choose(std::size_t step)
{
    if (m_lengths.empty())
        return;
    m_chosen = std::min(step, m_lengths.size() - 1);
    setAccessibleDescription(textOf(m_chosen));
    update();
    emit chosenChanged(m_chosen);
}

QString StepBars::textOf(std::size_t step) const
{
    return tr("Step %1: %2").arg(m_numbers[step]).arg(stepTime(m_lengths[step]));
}

QRect StepBars::barOf(std::size_t step) const
{
    const int margin = metrics().px(kBarsMargin);
    const int room = width() - 2 * margin;
    const auto count = static_cast<int>(m_lengths.size());
    const int left = margin + int(step) * room / count;
    const int right = margin + (int(step) + 1) * room / count;
    const auto longest = *std::max_element(m_lengths.begin(), m_lengths.end());
    const int most = std::max(1, height() - fontMetrics().height()); // under the words
    const int high = longest.count() <= 0
        ? 1
        : std::max(1,
                   int(double(most) * double(m_lengths[step].count()) / double(longest.count())));
    const int gap = right - left > 4 ? 2 : 0;
    return {left, height() - high, std::max(1, right - left - gap), high};
}

std::size_t StepBars::stepAt(int x) const
{
    const int margin = metrics().px(kBarsMargin);
    const int room = std::max(1, width() - 2 * margin);
    const auto count = static_cast<int>(m_lengths.size());
    return std::size_t(std::clamp((x - margin) * count / room, 0, count - 1));
}

void StepBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.base);
    for (std::size_t step = 0; step < m_lengths.size(); ++step) {
        const QRect bar = barOf(step);
        painter.fillRect(bar, step == m_chosen ? theme.accent : theme.measured);
    }
    if (!m_lengths.empty()) {
        painter.setPen(theme.text);
        painter.drawText(rect().adjusted(metrics().px(kBarsMargin), 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignTop, textOf(m_chosen));
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void StepBars::mousePressEvent(QMouseEvent* event)
{
    if (!m_lengths.empty() && event->button() == Qt::LeftButton)
        choose(stepAt(int(event->position().x())));
}

void StepBars::keyPressEvent(QKeyEvent* event)
{
    if (m_lengths.empty())
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
        return choose(m_chosen > 0 ? m_chosen - 1 : 0);
    case Qt::Key_Right:
        return choose(m_chosen + 1);
    case Qt::Key_Home:
        return choose(0);
    case Qt::Key_End:
        return choose(m_lengths.size() - 1);
    default:
        QWidget::keyPressEvent(event);
    }
}

bool StepBars::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && !m_lengths.empty()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), plainTip(textOf(stepAt(help->pos().x()))), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace gui
