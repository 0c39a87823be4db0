#include "gui/lessons/drag_box.h"

#include <QApplication>
#include <QLineEdit>
#include <QMouseEvent>

#include <algorithm>
#include <cstdlib>

namespace gui {
namespace {

constexpr int kAcrossRange = 240; // pixels that are the whole range, but for small ones
constexpr int kMostPerValue = 12; // pixels

} // namespace

DragBox::DragBox(QWidget* parent)
    : QSpinBox(parent)
{
    lineEdit()->installEventFilter(this);
    lineEdit()->setCursor(Qt::SizeHorCursor);
}

bool DragBox::eventFilter(QObject* watched, QEvent* event)
{
    const auto* mouse = static_cast<QMouseEvent*>(event);
    if (event->type() == QEvent::MouseButtonPress && mouse->button() == Qt::LeftButton
        && !isReadOnly()) {
        m_isPressed = true;
        m_isDragged = false;
        m_pressedAt = int(mouse->globalPosition().x());
        m_valueThen = value();
    } else if (event->type() == QEvent::MouseMove && m_isPressed) {
        const int by = int(mouse->globalPosition().x()) - m_pressedAt;
        m_isDragged = m_isDragged || std::abs(by) >= QApplication::startDragDistance();
        if (!m_isDragged)
            return QSpinBox::eventFilter(watched, event);
        const int values = std::max(1, maximum() - minimum());
        setValue(m_valueThen + by / std::clamp(kAcrossRange / values, 1, kMostPerValue));
        return true; // or it would select the digits
    } else if (event->type() == QEvent::MouseButtonRelease && m_isPressed) {
        m_isPressed = false;
        if (m_isDragged) {
            selectAll();
            return true;
        }
    }
    return QSpinBox::eventFilter(watched, event);
}

} // namespace gui
