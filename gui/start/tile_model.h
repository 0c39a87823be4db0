// A list of tiles: what can be opened from the start page, with a picture, a name and a line.

#pragma once

#include <QAbstractListModel>
#include <QImage>

#include <vector>

namespace gui {

struct Tile {
    QString id;      // a path, or the name of a run; unique in the list
    QString name;    // plain
    QString summary; // plain, one line
    QImage picture{};
    QString tip{}; // plain; empty: the summary
    bool enabled = true;

    bool operator==(const Tile&) const = default;
};

class TileModel : public QAbstractListModel {
    Q_OBJECT
public:
    // Beside those of Qt: the picture is Qt::DecorationRole, the name Qt::DisplayRole.
    enum Roles { IdRole = Qt::UserRole, SummaryRole };

    explicit TileModel(QObject* parent = nullptr);

    // Those whose ids stay in their places are changed, and not made anew.
    void setTiles(std::vector<Tile> tiles);
    // Says so only where it differs. Precondition: the place is in the list.
    void setTile(std::size_t place, Tile tile);
    const std::vector<Tile>& tiles() const { return m_tiles; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    std::vector<Tile> m_tiles;
};

} // namespace gui
