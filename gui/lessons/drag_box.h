// A box for a whole number that is dragged to the side, stepped or typed.

#pragma once

#include <QSpinBox>

namespace gui {

class DragBox : public QSpinBox {
    Q_OBJECT
public:
    explicit DragBox(QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int m_pressedAt = 0; // of the pointer, on the screen
    int m_valueThen = 0;
    bool m_isPressed = false;
    bool m_isDragged = false;
};

} // namespace gui
