// Draws a tile: its picture over its name and its line, or beside them.

#pragma once

#include <QStyledItemDelegate>

namespace gui {

enum class TileShape {
    Card, // the picture on top, in a grid
    Row,  // the picture at the left, in a list
};

class TileDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit TileDelegate(TileShape shape, QObject* parent = nullptr);

    // Of the picture, in device-independent pixels at the scale of the window.
    static QSize pictureSize(TileShape shape);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    TileShape m_shape;
};

} // namespace gui
