#include "gui/stepviews/layer_boxes.h"

#include "engine/strategy/layer_split.h"
#include "gui/stepviews/bar_rows.h"
#include "gui/theme/contrast.h"

#include <QPainter>

#include <algorithm>

namespace gui {
namespace {

constexpr double kBoxLine = 1.5; // side of a box, in lines of text

// As chunks are told apart in a timeline.
constexpr Qt::BrushStyle kStagePatterns[]
    = {Qt::NoBrush, Qt::BDiagPattern, Qt::Dense6Pattern, Qt::HorPattern};

} // namespace

struct LayerBoxes::Layout {
    struct Box {
        QRect place;
        int layer = -1;
        std::size_t stage = 0; // of m_stages
    };
    std::vector<Box> boxes;
    std::vector<QRect> stages;                // [place in m_stages]
    std::vector<std::pair<int, QRect>> ranks; // names before the rows
    int height = 0;
};

LayerBoxes::LayerBoxes(QWidget* parent)
    : PartsPicture(tr("Layers of each rank"), parent)
{
}

void LayerBoxes::show(const lesson::PlannedPtr& planned, const ViewOptions& options)
{
    if (planned == m_planned && options == m_options)
        return;
    m_planned = planned;
    m_options = options;
    m_stages.clear();
    m_layers = 0;
    if (planned) {
        const plan::Schedule& schedule = planned->schedule();
        std::optional<plan::LayerSplit> split;
        if (planned->strategy().model)
            if (auto made = strategy::layerSplitOf(planned->strategy(), schedule))
                split = *std::move(made);
        std::vector<long long> firsts;
        if (split && split->layers() <= kMostLayers) {
            firsts = split->firstLayers();
            m_layers = int(split->layers());
        }
        for (int rank = 0; rank < schedule.shape.ranks; ++rank) {
            int chunk = 0;
            for (int direction = 0; direction < schedule.placement.directions(); ++direction)
                for (int stage = 0; stage < schedule.shape.stages(); ++stage) {
                    if (schedule.placement.ranksOf(direction)[std::size_t(stage)] != rank)
                        continue;
                    m_stages.push_back(
                        {.stage = stage,
                         .rank = rank,
                         .chunk = chunk++,
                         .isMirrored = direction == 1,
                         .first = firsts.empty() ? 0 : int(firsts[std::size_t(stage)]),
                         .layers = firsts.empty() ? 0 : split->stages[std::size_t(stage)].layers});
                }
        }
    }
    choosePart(-1);
    refresh();
}

bool LayerBoxes::isFlat() const
{
    return m_options.covered && m_options.asksClicks && m_layers > 0;
}

int LayerBoxes::boxSide() const
{
    const int widest = fontMetrics().horizontalAdvance(QString::number(std::max(0, m_layers - 1)));
    return std::max(letters(kBoxLine), widest + letters(0.4));
}

// Rows wrap where the width ends.
LayerBoxes::Layout LayerBoxes::place(int width) const
{
    Layout layout;
    const int side = boxSide();
    const int gap = letters(0.4);
    if (isFlat()) {
        const int perRow = std::max(1, width / (side + 1));
        for (int layer = 0; layer < m_layers; ++layer)
            layout.boxes.push_back(
                {.place = {layer % perRow * side, layer / perRow * (side + gap / 2), side, side},
                 .layer = layer});
        layout.height = (m_layers + perRow - 1) / perRow * (side + gap / 2) + gap;
        return layout;
    }
    const int names = fontMetrics().horizontalAdvance(
                          tr("rank %1").arg(m_stages.empty() ? 0 : m_stages.back().rank))
        + letters(0.6);
    const int title = letters(1.1); // of a stage, over its layers
    int y = 0;
    int x = names;
    for (std::size_t i = 0; i < m_stages.size(); ++i) {
        const Stage& stage = m_stages[i];
        const int titleWidth
            = QFontMetrics(smallFont()).horizontalAdvance(tr("stage %1").arg(stage.stage))
            + letters(0.6);
        const int boxes = hidesCounts() ? 0 : stage.layers;
        const int perRow = std::clamp((width - names - gap) / side, 1, std::max(1, boxes));
        const int lines = std::max(1, (boxes + perRow - 1) / perRow);
        const int wide = std::max(std::min(boxes, perRow) * side + gap, titleWidth);
        const bool isNewRank = i == 0 || m_stages[i - 1].rank != stage.rank;
        if (isNewRank || x + wide > width) {
            y = i == 0 ? 0 : layout.height + gap / 2;
            x = names;
        }
        if (isNewRank)
            layout.ranks.emplace_back(stage.rank, QRect(0, y, names, title + side + gap));
        const QRect whole(x, y, wide, title + lines * side + gap / 2);
        layout.stages.push_back(whole);
        for (int layer = 0; layer < boxes; ++layer)
            layout.boxes.push_back({.place = {x + gap / 2 + layer % perRow * side,
                                              y + title + layer / perRow * side, side, side},
                                    .layer = stage.first + layer,
                                    .stage = i});
        x += wide + gap / 2;
        layout.height = std::max(layout.height, whole.bottom() + 1);
    }
    layout.height += 2;
    return layout;
}

PartsPicture::LaidOut LayerBoxes::layOut(int width) const
{
    const Layout layout = place(width);
    LaidOut laid{.parts = {}, .height = std::max(layout.height, letters(2))};
    for (const Layout::Box& box : layout.boxes)
        laid.parts.push_back(
            {.place = box.place,
             .name = isFlat()
                 ? tr("layer %1").arg(box.layer)
                 : tr("layer %1, on rank %2").arg(box.layer).arg(m_stages[box.stage].rank),
             .rank = isFlat() ? -1 : m_stages[box.stage].rank,
             .layer = box.layer});
    for (std::size_t i = 0; i < layout.stages.size(); ++i) {
        const Stage& stage = m_stages[i];
        const QString name = tr("stage %1 on rank %2").arg(stage.stage).arg(stage.rank);
        laid.parts.push_back({.place = layout.stages[i],
                              .name = name,
                              .description = m_layers > 0 && !hidesCounts()
                                  ? tr("%1 layers").arg(stage.layers)
                                  : QString(),
                              .rank = stage.rank});
    }
    return laid;
}

void LayerBoxes::drawStage(QPainter& painter, const Theme& theme, const Stage& stage,
                           const QRect& place) const
{
    painter.setBrush(theme.panel);
    painter.setPen(QPen(stage.isMirrored ? theme.mutedText : theme.border, 1,
                        stage.isMirrored ? Qt::DashLine : Qt::SolidLine));
    painter.drawRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setFont(smallFont());
    painter.setPen(theme.text);
    painter.drawText(place.adjusted(letters(0.3), 0, 0, 0), Qt::AlignTop,
                     tr("stage %1").arg(stage.stage));
    const QRect below = place.adjusted(1, letters(1.1), -1, -1);
    painter.setFont(font());
    if (m_layers == 0)
        fillPiece(painter, QRectF(below).adjusted(2, 0, -2, -2),
                  theme.shaded(theme.forward, stage.chunk), kStagePatterns[stage.chunk % 4], {},
                  theme);
    else if (hidesCounts())
        painter.drawText(below, Qt::AlignCenter, QStringLiteral("?"));
}

void LayerBoxes::draw(QPainter& painter, const Theme& theme) const
{
    const Layout layout = place(width());
    painter.setFont(font());
    painter.setPen(theme.text);
    for (const auto& [rank, where] : layout.ranks)
        painter.drawText(where, Qt::AlignVCenter, tr("rank %1").arg(rank));
    for (std::size_t i = 0; i < layout.stages.size(); ++i)
        drawStage(painter, theme, m_stages[i], layout.stages[i]);
    painter.setFont(font());
    for (const Layout::Box& box : layout.boxes) {
        const int chunk = isFlat() ? 0 : m_stages[box.stage].chunk;
        const QColor colour = isFlat() ? theme.panel : theme.shaded(theme.forward, chunk);
        fillPiece(painter, QRectF(box.place).adjusted(1, 1, -1, -1), colour,
                  isFlat() ? Qt::NoBrush : kStagePatterns[chunk % 4], QString::number(box.layer),
                  theme);
    }
}

} // namespace gui
