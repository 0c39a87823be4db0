// Plain text in as many lines as it has room for, with an ellipsis where there is more.

#pragma once

#include <QLabel>
#include <QStringList>

namespace gui {

// text() is always the whole text. Takes the room that it is given, and asks for none.
class BriefLabel : public QLabel {
    Q_OBJECT
public:
    explicit BriefLabel(QWidget* parent = nullptr);

    // What is to be seen of the text, line by line.
    QStringList lines() const;

    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace gui
