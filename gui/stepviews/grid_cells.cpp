#include "gui/stepviews/grid_cells.h"

#include "engine/lesson/values.h"
#include "engine/strategy/node_placement.h"
#include "gui/stepviews/grid_words.h"
#include "gui/text/joined.h"

#include <QStringList>

#include <algorithm>

namespace gui {
namespace {

constexpr lesson::MeasureId kGroupMeasures[] = {
    lesson::MeasureId::TensorGroup, lesson::MeasureId::DataGroup, lesson::MeasureId::PipelineGroup};

int placeAmong(const std::vector<int>& group, int rank)
{
    return int(std::find(group.begin(), group.end(), rank) - group.begin());
}

} // namespace

GridCells::GridCells(QWidget* parent)
    : PartsPicture(tr("Devices of the grid"), parent)
{
}

void GridCells::show(const lesson::PlannedPtr& planned, const ViewOptions& options)
{
    if (planned == m_planned && options == m_options)
        return;
    const bool isSame = planned == m_planned;
    m_planned = planned;
    m_options = options;
    arrange();
    if (!isSame)
        PartsPicture::choosePart(-1);
    markGroups();
    refresh();
}

std::vector<int> GridCells::groupOf(GroupOf group, int rank) const
{
    const lesson::Measure measure{
        .state = {}, .id = kGroupMeasures[std::size_t(group)], .rank = rank, .detail = {}};
    const auto value = lesson::valueOf(measure, *m_planned);
    std::vector<int> ranks;
    if (value)
        for (const QString& word :
             QString::fromStdString(value->word).split(QLatin1Char(' '), Qt::SkipEmptyParts))
            ranks.push_back(word.toInt());
    return ranks;
}

// The place of a rank within its groups says where it stands on their axes.
void GridCells::arrange()
{
    m_cells.clear();
    m_devices = 0;
    if (!m_planned)
        return;
    const strategy::NodePlacement nodes(m_planned->strategy(), m_planned->schedule().shape.ranks);
    m_devices = nodes.world();
    if (m_devices > kMostCells)
        return;
    for (int rank = 0; rank < int(m_devices); ++rank)
        m_cells.push_back({.rank = rank,
                           .tensor = placeAmong(groupOf(GroupOf::Tensor, rank), rank),
                           .data = placeAmong(groupOf(GroupOf::Data, rank), rank),
                           .pipeline = placeAmong(groupOf(GroupOf::Pipeline, rank), rank),
                           .node = nodes.nodeOf(rank)});
    m_tensorRanks = int(groupOf(GroupOf::Tensor, 0).size());
    std::vector<Cell*> inOrder;
    for (Cell& cell : m_cells)
        inOrder.push_back(&cell);
    if (!isPlain())
        std::sort(inOrder.begin(), inOrder.end(), [](const Cell* a, const Cell* b) {
            return std::tie(a->pipeline, a->data, a->tensor, a->rank)
                < std::tie(b->pipeline, b->data, b->tensor, b->rank);
        });
    const int rows = std::max(1, int(groupOf(GroupOf::Pipeline, 0).size()));
    m_columns = isPlain() ? std::min(int(m_devices), 8) : std::max(1, int(m_devices) / rows);
    for (int place = 0; place < int(inOrder.size()); ++place) {
        inOrder[std::size_t(place)]->row = place / m_columns;
        inOrder[std::size_t(place)]->column = place % m_columns;
    }
    m_rows = (int(m_devices) + m_columns - 1) / m_columns;
}

void GridCells::choosePart(int part)
{
    PartsPicture::choosePart(part);
    markGroups();
    refresh();
}

void GridCells::markGroups()
{
    for (auto& ranks : m_marked)
        ranks.clear();
    const int rank = currentPart();
    if (!m_planned || isPlain() || rank < 0 || rank >= int(m_cells.size()))
        return;
    for (const GroupOf group : {GroupOf::Tensor, GroupOf::Data, GroupOf::Pipeline})
        m_marked[std::size_t(group)] = groupOf(group, rank);
}

QString GridCells::groupSentences() const
{
    QStringList lines;
    for (const GroupOf group : {GroupOf::Tensor, GroupOf::Data, GroupOf::Pipeline}) {
        const std::vector<int>& ranks = marked(group);
        if (ranks.size() < 2)
            continue;
        QStringList numbers;
        bool isInOneNode = true;
        for (const int rank : ranks) {
            numbers << QString::number(rank);
            isInOneNode = isInOneNode
                && m_cells[std::size_t(rank)].node == m_cells[std::size_t(ranks.front())].node;
        }
        lines << (isInOneNode ? tr("%1: %2, in one node") : tr("%1: %2, over more than one node"))
                     .arg(gridGroupName(group), enumerated(numbers));
    }
    return lines.join(QLatin1Char('\n'));
}

QString GridCells::nameOf(const Cell& cell) const
{
    return isPlain() ? tr("rank %1").arg(cell.rank)
                     : tr("rank %1: tensor rank %2, data rank %3, pipeline rank %4, node %5")
                           .arg(cell.rank)
                           .arg(cell.tensor)
                           .arg(cell.data)
                           .arg(cell.pipeline)
                           .arg(cell.node);
}

} // namespace gui
