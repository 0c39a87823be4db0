#include "gui/editor/field_name.h"

#include "gui/editor/editor_parts.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QTextLayout>

#include <cmath>

namespace gui {
namespace {

constexpr double kPixelsOfAStep = 6;
constexpr double kFine = 10; // times as many with Shift, as few with Ctrl

double stepsOf(double way, Qt::KeyboardModifiers keys)
{
    const double steps = way / metrics().px(kPixelsOfAStep);
    if (keys & Qt::ShiftModifier)
        return steps / kFine;
    return keys & Qt::ControlModifier ? steps * kFine : steps;
}

int markWidth() { return metrics().px(3); }

// Its lines, and how high they are together. A word that is too long is broken.
double layOut(QTextLayout& words, double width)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    words.setTextOption(option);
    double y = 0;
    words.beginLayout();
    for (QTextLine line = words.createLine(); line.isValid(); line = words.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, y});
        y += line.height();
    }
    words.endLayout();
    return y;
}

double roomForName() { return nameWidth() - nameInset(); }

} // namespace

FieldName::FieldName(QString text, QWidget* parent)
    : QWidget(parent)
    , m_text(std::move(text))
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
}

void FieldName::setText(const QString& text)
{
    m_text = text;
    updateGeometry();
    update();
}

void FieldName::setDraggable(bool draggable)
{
    if (draggable == m_draggable)
        return;
    m_draggable = draggable;
    if (draggable)
        setCursor(Qt::SizeHorCursor);
    else
        unsetCursor();
}

void FieldName::setMark(Mark mark)
{
    m_mark = mark;
    update();
}

QSize FieldName::sizeHint() const
{
    QTextLayout words(m_text, font());
    const int height = static_cast<int>(std::ceil(layOut(words, roomForName())));
    return {nameWidth(), std::max(height, metrics().controlHeight())};
}

void FieldName::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return event->ignore();
    m_drag = Drag::Pressed;
    m_x = event->position().x();
    m_rest = 0;
}

void FieldName::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag == Drag::None || !m_draggable)
        return;
    const double way = event->position().x() - m_x;
    if (m_drag == Drag::Pressed) {
        if (std::abs(way) < QApplication::startDragDistance() / 2.0)
            return;
        m_drag = Drag::Moved;
        emit dragBegan();
    }
    m_x = event->position().x();
    m_rest += stepsOf(way, event->modifiers());
    const int steps = static_cast<int>(m_rest); // towards 0
    m_rest -= steps;
    if (steps != 0)
        emit dragged(steps);
}

void FieldName::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (m_drag == Drag::Pressed) {
        m_drag = Drag::None;
        emit clicked();
    }
    endDrag();
}

void FieldName::endDrag()
{
    const bool moved = m_drag == Drag::Moved;
    m_drag = Drag::None;
    if (moved)
        emit dragEnded();
}

void FieldName::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
    update();
}

void FieldName::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    QColor ink = isEnabled() ? theme.text : theme.mutedText;
    if (m_mark != Mark::None) {
        ink = m_mark == Mark::Problem ? theme.error : theme.warning;
        painter.fillRect(0, 0, markWidth(), height(), ink);
    }
    painter.setPen(ink);
    QTextLayout words(m_text, font());
    const double high = layOut(words, roomForName());
    words.draw(&painter, {1.0 * nameInset(), std::max(0.0, (height() - high) / 2)});
}

} // namespace gui
