// How the layers on the ranks are drawn.

#include "gui/layers/layer_grid.h"

#include "gui/estimate/verdict_text.h"
#include "gui/layers/layer_look.h"
#include "gui/text/number_format.h"
#include "gui/theme/contrast.h"
#include "gui/theme/metrics.h"

#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace gui {
namespace {

constexpr double kTitle = 20; // pixels of scale 1, as are those below
constexpr double kEnd = 18;
constexpr double kNumbered = 13; // from here on a layer has room for its number
constexpr double kGauge = 6;
constexpr double kLeastGauge = 16; // long

void paintGauge(QPainter& painter, const QRectF& place, double share, const QColor& colour,
                const Theme& theme)
{
    painter.fillRect(place, theme.idle);
    painter.fillRect(QRectF(place.left(), place.top(), place.width() * std::clamp(share, 0.0, 1.0),
                            place.height()),
                     colour);
}

} // namespace

void LayerGrid::paintHead(QPainter& painter, int rank) const
{
    const Theme& theme = themeFor(palette());
    const Metrics sizes = metrics();
    const LayerCut& cut = *m_edit.cut();
    const QRectF head = headBox(rank);
    painter.fillRect(head, theme.panel);
    const bool isTarget = m_dragged && m_over.rank == rank;
    painter.setPen(QPen(isTarget ? theme.accent : theme.border, sizes.px(isTarget ? 2 : 1)));
    painter.drawRect(head.adjusted(0.5, 0.5, -0.5, -0.5));
    const QRectF inner = head.adjusted(sizes.space(1), sizes.px(2), -sizes.space(1), -sizes.px(2));
    painter.setFont(sizes.font(font(), Type::Small));
    const QFontMetrics words = painter.fontMetrics();
    const auto elided = [&](const QString& text) {
        return words.elidedText(text, Qt::ElideRight, static_cast<int>(inner.width()));
    };
    const auto layers = static_cast<int>(cut.layersOf(rank));
    QString title = tr("Rank %1").arg(rank);
    const QString count = layersWord(layers);
    if (words.horizontalAdvance(title + QStringLiteral(" · ") + count) <= inner.width())
        title += QStringLiteral(" · ") + count;
    const QString widest = tr("busy %1").arg(percent(1));
    // All of the head's height: letters of another script may be taller than this font's.
    const double pitch = inner.height() / 3;
    painter.setPen(theme.text);
    painter.drawText(QRectF(inner.topLeft(), QSizeF(inner.width(), pitch)),
                     Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, elided(title));
    if (static_cast<std::size_t>(rank) >= m_facts.size())
        return;
    const RankFacts& facts = m_facts[static_cast<std::size_t>(rank)];
    // A line each: what is known in words, and as a gauge over what room is left.
    QRectF line(inner.left(), inner.top() + pitch, inner.width(), pitch);
    const auto tell = [&](const QString& text, double share, const QColor& colour) {
        painter.setPen(theme.mutedText);
        painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, elided(text));
        const double left = words.horizontalAdvance(widest) + sizes.space(2);
        const double gauge = sizes.px(kGauge);
        if (line.width() - left > sizes.px(kLeastGauge))
            paintGauge(
                painter,
                {line.left() + left, line.center().y() - gauge / 2, line.width() - left, gauge},
                share, colour, theme);
        line.translate(0, pitch);
    };
    tell(tr("busy %1").arg(percent(facts.busy)), facts.busy, theme.forward);
    if (facts.limit > 0)
        tell(gibibytes(facts.bytes), facts.bytes / facts.limit,
             facts.bytes > facts.limit ? theme.error : theme.memory[3]);
}

void LayerGrid::paintStage(QPainter& painter, int stage, bool mirrored) const
{
    const Theme& theme = themeFor(palette());
    const Metrics sizes = metrics();
    const LayerCut& cut = *m_edit.cut();
    const plan::StageLayers& held = cut.stage(stage);
    const QRectF box = stageBox(stage, mirrored);
    painter.fillRect(box, theme.panel);
    painter.setFont(sizes.font(font(), Type::Small));
    const QFontMetrics words = painter.fontMetrics();
    const double unit = layerHeight();
    const double end = sizes.px(kEnd);
    const long long first = cut.layersBefore(stage) + 1;

    // The title: the stage, and which layers it holds where they are not numbered one by one.
    QRectF line(box.left() + sizes.space(1), box.top(), box.width() - sizes.space(2),
                sizes.px(kTitle));
    const QString name = tr("Stage %1").arg(stage);
    QString range = QString::number(held.layers);
    if (held.layers > 0)
        range = held.layers == 1 ? QString::number(first)
                                 : QStringLiteral("%1–%2").arg(first).arg(first + held.layers - 1);
    painter.setPen(theme.text);
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft,
                     words.elidedText(name, Qt::ElideRight, static_cast<int>(line.width())));
    if (words.horizontalAdvance(name + range) + sizes.space(2) <= line.width()) {
        painter.setPen(theme.mutedText);
        painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, range);
    }

    const double gap = unit >= sizes.px(4) ? 1 : 0;
    double top = line.bottom();
    const auto row = [&](double height, const QColor& fill, const QString& text) {
        const QRectF place(box.left() + sizes.space(1), top, box.width() - sizes.space(2),
                           height - gap);
        painter.fillRect(place, fill);
        if (height >= sizes.px(kNumbered)) {
            painter.setPen(textOn(fill));
            painter.drawText(
                place, Qt::AlignCenter,
                words.elidedText(text, Qt::ElideRight, static_cast<int>(place.width())));
        }
        top += height;
    };
    if (held.embedding)
        row(end, theme.idle, tr("Embedding"));
    const QColor fill = stageColour(theme, cut.rowOf(stage, mirrored));
    for (int layer = 0; layer < held.layers; ++layer)
        row(unit, fill, QString::number(first + layer));
    for (int layer = 0; layer < held.mtpLayers; ++layer)
        row(unit, theme.weightGrad, tr("MTP"));
    if (held.loss)
        row(end, theme.idle, tr("Head and loss"));

    const bool isTarget = m_dragged && m_over.stage == stage;
    const bool isChosen = stage == m_stage && (hasFocus() || m_dragged);
    painter.setPen(QPen(isTarget || isChosen ? theme.accent : theme.border,
                        sizes.px(isTarget || isChosen ? 2 : 1)));
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
}

void LayerGrid::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.base);
    if (!m_edit.cut())
        return;
    const LayerCut& cut = *m_edit.cut();
    // A border may lie a pixel beside its box.
    const QRectF seen = QRectF(event->rect()).adjusted(-1, -1, 1, 1);
    for (int rank = 0; rank < cut.shape.ranks; ++rank) {
        const QRectF head = headBox(rank);
        if (head.right() < seen.left() || head.left() > seen.right())
            continue;
        paintHead(painter, rank);
        for (const LayerCut::Standing& there : cut.column(rank))
            paintStage(painter, there.stage, there.isMirrored);
    }
    if (!m_dragged)
        return;
    // The layer at the pointer.
    const Metrics sizes = metrics();
    const QSizeF size(sizes.space(12), sizes.space(4));
    const QRectF held(m_pointer - QPointF(size.width() / 2, size.height() / 2), size);
    const QColor fill = m_edit.refusal().isEmpty() ? theme.accent : theme.warning;
    painter.fillRect(held, fill);
    painter.setPen(textOn(fill));
    painter.drawText(held, Qt::AlignCenter, tr("1 layer"));
}

} // namespace gui
