// A line of text that is longer than its room at times: while nobody types into it, its end is cut
// with an ellipsis, and its tip has it whole.

#pragma once

#include <QLineEdit>

namespace gui {

class TextLine : public QLineEdit {
    Q_OBJECT
public:
    explicit TextLine(QWidget* parent = nullptr);

    // As it stands there while it has not the keyboard; the whole text where there is room.
    QString shownText() const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QRect textRect() const;
};

} // namespace gui
