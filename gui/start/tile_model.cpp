#include "gui/start/tile_model.h"

#include "gui/text/plain_tip.h"

#include <algorithm>

namespace gui {

TileModel::TileModel(QObject* parent)
    : QAbstractListModel(parent)
{
}

void TileModel::setTiles(std::vector<Tile> tiles)
{
    const bool same = tiles.size() == m_tiles.size()
        && std::equal(tiles.begin(), tiles.end(), m_tiles.begin(),
                      [](const Tile& one, const Tile& other) { return one.id == other.id; });
    if (!same) {
        beginResetModel();
        m_tiles = std::move(tiles);
        endResetModel();
        return;
    }
    for (std::size_t i = 0; i < tiles.size(); ++i)
        setTile(i, std::move(tiles[i]));
}

void TileModel::setTile(std::size_t place, Tile tile)
{
    if (tile == m_tiles[place])
        return;
    m_tiles[place] = std::move(tile);
    const QModelIndex changed = index(static_cast<int>(place));
    emit dataChanged(changed, changed);
}

int TileModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_tiles.size());
}

QVariant TileModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Tile& tile = m_tiles[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return tile.name;
    case Qt::DecorationRole:
        return tile.picture.isNull() ? QVariant() : tile.picture;
    case Qt::ToolTipRole:
        return plainTip(tile.tip.isEmpty() ? tile.summary : tile.tip);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2").arg(tile.name, tile.summary);
    case IdRole:
        return tile.id;
    case SummaryRole:
        return tile.summary;
    default:
        return {};
    }
}

Qt::ItemFlags TileModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const bool enabled = m_tiles[static_cast<std::size_t>(index.row())].enabled;
    return Qt::ItemNeverHasChildren
        | (enabled ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags);
}

} // namespace gui
