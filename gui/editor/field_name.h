// The name before an input of the editor. Dragging it sideways turns the number behind it, as one
// gesture.

#pragma once

#include <QWidget>

namespace gui {

// One step of the input for every few pixels: to the right up, to the left down. Shift makes ten
// steps of one, for the last digit; Ctrl makes one step of ten, for a long way.
//
// As wide as the column of names; a longer name takes further lines, and is never cut.
class FieldName : public QWidget {
    Q_OBJECT
public:
    explicit FieldName(QString text, QWidget* parent = nullptr);

    QString text() const { return m_text; }
    void setText(const QString& text);
    // Whether it can be dragged: not where the input has no number.
    void setDraggable(bool draggable);
    bool isDragged() const { return m_drag == Drag::Moved; }
    // Ends a drag as if the button had been released.
    void endDrag();

    // Beside the name, and in its colour: the input has a value that is wrong, or doubtful.
    enum class Mark { None, Warning, Problem };
    void setMark(Mark mark);
    Mark mark() const { return m_mark; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

    // clicked(): pressed and released in one place. dragged(): between dragBegan() and dragEnded();
    // the steps since the signal before, never 0.
signals:
    void clicked();
    void dragBegan();
    void dragged(int steps);
    void dragEnded();

protected:
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    enum class Drag { None, Pressed, Moved };

    QString m_text;
    bool m_draggable = false;
    Mark m_mark = Mark::None;
    Drag m_drag = Drag::None;
    double m_x = 0;    // where the pointer was last
    double m_rest = 0; // the part of a step that was dragged beyond whole ones
};

} // namespace gui
