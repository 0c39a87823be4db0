#include "gui/layers/layer_grid.h"

#include "gui/estimate/verdict_text.h"
#include "gui/layers/layer_look.h"
#include "gui/text/number_format.h"
#include "gui/theme/metrics.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

// Pixels of scale 1.
constexpr double kLeastColumn = 72;
constexpr double kWidestColumn = 800;
constexpr double kHeadHeight = 64;
constexpr double kTitleHeight = 20; // of a stage
constexpr double kEndHeight = 18;   // of the embedding, and of the loss
constexpr double kLeastLayer = 3;
constexpr double kHighestLayer = 32;

} // namespace

LayerGrid::LayerGrid(LayerEdit& edit, QWidget* parent)
    : QWidget(parent)
    , m_edit(edit)
{
    installPaintedParts();
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Layers on the ranks"));
    connect(&edit, &LayerEdit::changed, this, &LayerGrid::refresh);
    refresh();
}

void LayerGrid::setFacts(std::vector<RankFacts> facts)
{
    m_facts = std::move(facts);
    update();
}

void LayerGrid::refresh()
{
    const int last = m_edit.cut() ? m_edit.cut()->stages() - 1 : -1;
    setStage(std::min(m_stage, last));
    updateGeometry();
}

void LayerGrid::setStage(int stage)
{
    m_stage = m_edit.cut() ? std::clamp(stage, 0, m_edit.cut()->stages() - 1) : -1;
    setAccessibleDescription(m_stage < 0 ? QString() : stageWords(*m_edit.cut(), m_stage));
    tellCurrentPart(*this);
    update();
}

// What its rank does beside the others.
QString LayerGrid::partDescription(int stage) const
{
    const auto rank
        = static_cast<std::size_t>(m_edit.cut()->placement.ranks[static_cast<std::size_t>(stage)]);
    if (rank >= m_facts.size())
        return {};
    const RankFacts& facts = m_facts[rank];
    QStringList parts{tr("busy %1").arg(percent(facts.busy))};
    if (facts.limit > 0)
        parts << gibibytes(facts.bytes);
    return parts.join(QStringLiteral("; "));
}

int LayerGrid::rows() const { return m_edit.cut() ? m_edit.cut()->shape.chunks : 1; }

double LayerGrid::columnWidth() const
{
    const Metrics sizes = metrics();
    const int ranks = m_edit.cut() ? m_edit.cut()->shape.ranks : 1;
    const double room = (double(width()) - sizes.space(2)) / ranks;
    return std::clamp(room, double(sizes.px(kLeastColumn)), double(sizes.px(kWidestColumn)));
}

// As high as lets all rows stand in the height there is.
double LayerGrid::layerHeight() const
{
    const Metrics sizes = metrics();
    const double fixed = sizes.px(kHeadHeight) + sizes.space(2)
        + rows() * (sizes.px(kTitleHeight) + sizes.px(kEndHeight) + sizes.space(3));
    return std::clamp((height() - fixed) / (double(m_edit.cut()->mostLayers()) * rows()),
                      double(sizes.px(kLeastLayer)), double(sizes.px(kHighestLayer)));
}

// From the top of a row of stages to that of the next.
double LayerGrid::rowPitch() const
{
    const Metrics sizes = metrics();
    return sizes.px(kTitleHeight) + sizes.px(kEndHeight) + sizes.space(3)
        + m_edit.cut()->mostLayers() * layerHeight();
}

QRectF LayerGrid::headBox(int rank) const
{
    const Metrics sizes = metrics();
    return {sizes.space(1) + rank * columnWidth() + sizes.space(1), double(sizes.space(1)),
            columnWidth() - sizes.space(2), double(sizes.px(kHeadHeight)) - sizes.space(1)};
}

QRectF LayerGrid::stageBox(int stage, bool mirrored) const
{
    const Metrics sizes = metrics();
    const LayerCut& cut = *m_edit.cut();
    const plan::StageLayers& held = cut.stage(stage);
    const double height = sizes.px(kTitleHeight) + sizes.space(1)
        + (held.layers + held.mtpLayers) * layerHeight()
        + (held.embedding + held.loss) * sizes.px(kEndHeight);
    const QRectF head = headBox(cut.rankOf(stage, mirrored));
    return {head.left(), head.bottom() + sizes.space(2) + cut.rowOf(stage, mirrored) * rowPitch(),
            head.width(), height};
}

QSize LayerGrid::minimumSizeHint() const
{
    const Metrics sizes = metrics();
    if (!m_edit.cut())
        return {};
    const LayerCut& cut = *m_edit.cut();
    return {sizes.space(2) + cut.shape.ranks * sizes.px(kLeastColumn),
            sizes.px(kHeadHeight) + sizes.space(3)
                + rows()
                    * (sizes.px(kTitleHeight) + sizes.px(kEndHeight) + sizes.space(3)
                       + cut.mostLayers() * sizes.px(kLeastLayer))};
}

LayerGrid::Place LayerGrid::placeAt(QPointF position) const
{
    if (!m_edit.cut())
        return {};
    const LayerCut& cut = *m_edit.cut();
    const QRectF first = headBox(0);
    const auto rank = static_cast<int>(std::floor((position.x() - first.left()) / columnWidth()));
    if (rank < 0 || rank >= cut.shape.ranks)
        return {};
    if (headBox(rank).contains(position))
        return {.rank = rank};
    const double below = position.y() - first.bottom() - metrics().space(2);
    const auto& column = cut.column(rank);
    if (below < 0 || column.empty())
        return {};
    const auto row = static_cast<std::size_t>(below / rowPitch());
    const LayerCut::Standing& there = column[std::min(row, column.size() - 1)];
    return stageBox(there.stage, there.isMirrored).contains(position) ? Place{.stage = there.stage}
                                                                      : Place{};
}

void LayerGrid::mousePressEvent(QMouseEvent* event)
{
    const Place place = placeAt(event->position());
    if (event->button() != Qt::LeftButton || place.stage < 0)
        return;
    setStage(place.stage);
    m_edit.begin();
    if (!m_edit.isHeld())
        return;
    m_dragged = place.stage;
    m_over = place;
    m_pointer = event->position();
    setCursor(Qt::ClosedHandCursor);
}

void LayerGrid::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_dragged)
        return;
    m_pointer = event->position();
    update();
    const Place over = placeAt(event->position());
    if (over == m_over)
        return;
    m_over = over;
    if (over.rank >= 0)
        m_edit.moveToRank(*m_dragged, over.rank);
    else
        m_edit.moveLayer(*m_dragged, over.stage < 0 ? *m_dragged : over.stage);
}

void LayerGrid::mouseReleaseEvent(QMouseEvent*)
{
    if (!m_dragged)
        return;
    m_dragged.reset();
    m_over = {};
    unsetCursor();
    m_edit.end();
}

bool LayerGrid::event(QEvent* event)
{
    // The window has a shortcut of these keys.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool sideways = key->key() == Qt::Key_Left || key->key() == Qt::Key_Right;
        if ((sideways && key->modifiers() & Qt::ControlModifier)
            || (m_dragged && key->key() == Qt::Key_Escape)) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

// The stage that stands there from the one chosen; none: it stays.
void LayerGrid::choose(int columns, int rows)
{
    if (m_stage < 0)
        return;
    const LayerCut& cut = *m_edit.cut();
    const int rank = cut.rankOf(m_stage, false) + columns;
    const int row = cut.rowOf(m_stage, false) + rows;
    if (rank < 0 || rank >= cut.shape.ranks || row < 0)
        return;
    const auto& column = cut.column(rank);
    const auto at = static_cast<std::size_t>(row);
    if (at < column.size() && !column[at].isMirrored)
        setStage(column[at].stage);
}

void LayerGrid::keyPressEvent(QKeyEvent* event)
{
    const int by = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (m_dragged && event->key() == Qt::Key_Escape) {
        m_dragged.reset();
        unsetCursor();
        m_edit.cancel();
    } else if (by != 0 && event->modifiers() & Qt::ControlModifier && m_stage >= 0) {
        m_edit.begin();
        m_edit.moveLayer(m_stage, m_stage + by);
        m_edit.end();
    } else if (by != 0) {
        choose(by, 0);
    } else if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down) {
        choose(0, event->key() == Qt::Key_Up ? -1 : 1);
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace gui
