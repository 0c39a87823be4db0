// One line of plain text that has an ellipsis where there is not enough room; its tooltip then has
// all of it.

#pragma once

#include <QLabel>

namespace gui {

// text() is always the whole text. Asks for the room that it needs, and does with little.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr, Qt::TextElideMode where = Qt::ElideRight);

    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString shown() const;

    Qt::TextElideMode m_where;
};

} // namespace gui
