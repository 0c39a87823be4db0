// One device's shards as a picture (shard_layout.h): matrices in parts, of which its own is filled,
// and a cell for each data rank, filled as far as ZeRO leaves it.
//
// Arrows go from item to item, and what is exchanged for it is said by the page.

#pragma once

#include "gui/cluster/shard_layout.h"
#include "gui/frame/painted_parts.h"

#include <QWidget>

#include <optional>

namespace gui {

struct Theme;

class ShardView : public QWidget, public PaintedParts {
    Q_OBJECT
public:
    explicit ShardView(QWidget* parent = nullptr);

    // Nothing: `reason` stands there instead.
    void show(std::optional<ShardSubject> subject, const QString& reason);

    const ShardLayout& shardLayout() const { return m_layout; }
    int current() const { return m_current; } // -1: none
    void setCurrent(int item);

    QSize sizeHint() const override;
    int heightForWidth(int width) const override;

    int parts() const override { return static_cast<int>(m_layout.items().size()); }
    QString partName(int item) const override;
    QRect partPlace(int item) const override;
    int partAt(QPoint place) const override { return m_layout.itemAt(place); }
    int currentPart() const override { return m_current; }
    void choosePart(int item) override { setCurrent(item); }

signals:
    void currentChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    ShardLayout layoutFor(double width) const;
    void layOut();
    void paintItem(QPainter& painter, const ShardItem& item) const;
    void paintParts(QPainter& painter, const ShardItem& item, const QColor& colour) const;
    void paintWay(QPainter& painter, const ShardItem& item) const;
    void paintState(QPainter& painter, const ShardItem& item) const;
    void paintCellNumbers(QPainter& painter) const;
    void paintTotal(QPainter& painter) const;
    const Theme& theme() const;

    std::optional<ShardSubject> m_subject;
    QString m_reason;
    ShardLayout m_layout;
    int m_current = -1;
};

} // namespace gui
