// Draws a run: a picture of its step, its name, how it stands, what it is, and its numbers.

#pragma once

#include <QStyledItemDelegate>

namespace gui {

class RunDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    // Of the picture, in device-independent pixels at the scale of the window.
    static QSize pictureSize();

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace gui
