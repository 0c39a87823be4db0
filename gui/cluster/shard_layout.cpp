#include "gui/cluster/shard_layout.h"

#include "gui/cluster/shard_words.h"
#include "gui/estimate/verdict_text.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace gui {
namespace {

// Pixels of scale 1.
constexpr double kHiddenSide = 54; // a matrix's side of the hidden width; others by their root
constexpr double kLongestSide = 124;
constexpr double kThinSide = 12; // of what is a vector
constexpr double kKeptWidth = 120;
constexpr double kKeptHeight = 32;
constexpr double kCellWidth = 36;
constexpr double kCellHeight = 20;
constexpr double kStateNameWidth = 130;
constexpr double kTotalHeight = 22;
constexpr double kUsualWidth = 1200; // of the picture; in a wider one all that is drawn grows,
constexpr double kMostGrown = 1.8;   // at most so much

QString layoutWord(const char* source) { return QCoreApplication::translate("Shards", source); }

bool isVector(ShardKind kind) { return kind == ShardKind::Norms || kind == ShardKind::FinalNorm; }

// Its inputs are as many as the hidden width, and not its outputs.
bool growsAcross(ShardKind kind)
{
    return kind == ShardKind::AttentionIn || kind == ShardKind::MlpUp || kind == ShardKind::Head
        || kind == ShardKind::Experts || kind == ShardKind::Prediction;
}

// Outputs across, inputs down.
QSizeF pictureOf(const ShardPiece& piece, const plan::Job& job, double grown)
{
    const double hidden = job.model.hidden;
    const double other = piece.numbers * piece.ways / hidden;
    const double unit = grown * kHiddenSide;
    const auto side = [&](double numbers) {
        return std::clamp(unit * std::sqrt(numbers / hidden), unit / 2, grown * kLongestSide);
    };
    if (isVector(piece.kind))
        return {grown * kThinSide, unit};
    return growsAcross(piece.kind) ? QSizeF(side(other), unit) : QSizeF(unit, side(other));
}

// What is done on the way into it, in the forward.
QString stepBefore(ShardKind kind, const plan::Cut& cut)
{
    const bool divides = cut.tensor > 1;
    switch (kind) {
    case ShardKind::AttentionIn:
    case ShardKind::MlpUp:
    case ShardKind::Head:
        return divides && cut.sequence ? layoutWord(QT_TRANSLATE_NOOP("Shards", "all-gather"))
                                       : QString();
    case ShardKind::Experts:
        return cut.expert > 1 ? layoutWord(QT_TRANSLATE_NOOP("Shards", "all-to-all")) : QString();
    default:
        return {};
    }
}

// What is done behind it.
QString stepAfter(ShardKind kind, const plan::Cut& cut)
{
    switch (kind) {
    case ShardKind::Embedding:
    case ShardKind::AttentionOut:
    case ShardKind::MlpDown:
        if (cut.tensor == 1)
            return {};
        return cut.sequence ? layoutWord(QT_TRANSLATE_NOOP("Shards", "reduce-scatter"))
                            : layoutWord(QT_TRANSLATE_NOOP("Shards", "all-reduce"));
    case ShardKind::Experts:
        return stepBefore(kind, cut);
    default:
        return {};
    }
}

} // namespace

QString ShardItem::words() const
{
    QStringList lines{title};
    for (const QString& line : {cut, size, sentence})
        if (!line.isEmpty())
            lines << line;
    return lines.join(QLatin1Char('\n'));
}

ShardLayout::ShardLayout(const ShardSubject& subject, double width, const QFontMetricsF& title,
                         const QFontMetricsF& text)
    : m_width(width)
    , m_titleAscent(title.ascent())
    , m_titleHeight(title.height())
    , m_text(text)
    , m_top(m_sizes.space(2))
{
    addMatrices(subject);
    addActivations(subject);
    addStates(subject);
    m_height = m_top + m_sizes.space(1);
}

void ShardLayout::addHeading(const QString& text)
{
    m_headings.push_back({text, QPointF(m_sizes.space(4), m_top + m_titleAscent)});
    m_top += m_titleHeight + m_sizes.space(2);
}

void ShardLayout::addMatrix(const ShardSubject& subject, const ShardPiece& piece)
{
    ShardItem item;
    item.title = nameOf(piece.kind);
    item.cut = cutText(piece);
    item.size = bytesText(piece.numbers * subject.job.recipe.weight);
    item.sentence = exchangeOf(piece, subject.job);
    // What was said to come behind the one before comes first.
    if (m_chained)
        item.before << std::exchange(m_items.back().after, QString());
    item.before << stepBefore(piece.kind, subject.job.cut);
    item.before.removeAll(QString());
    item.after = stepAfter(piece.kind, subject.job.cut);
    item.ways = piece.ways;
    item.own = (piece.cut == ShardCut::Experts ? subject.expertPart : subject.tensorRank)
        % std::max(1, piece.ways);
    item.upright = piece.cut == ShardCut::Columns || piece.cut == ShardCut::Experts;
    item.box = QRectF(QPointF(), pictureOf(piece, subject.job, grown(1)));
    m_items.push_back(item);
    m_chained = true;
}

double ShardLayout::grown(double pixels) const
{
    const double usual = m_sizes.px(kUsualWidth);
    return pixels * m_sizes.scale() * std::clamp(m_width / usual, 1.0, kMostGrown);
}

double ShardLayout::wayOf(const ShardItem& item) const
{
    double widest = 0;
    for (const QString& step : item.before)
        widest = std::max(widest, m_text.horizontalAdvance(step));
    return widest > 0 ? widest + m_sizes.space(4) : 0;
}

void ShardLayout::addMatrices(const ShardSubject& subject)
{
    const StageShards* stage = subject.shards.stageOf(subject.layer);
    if (!stage && !subject.shards.stages.empty())
        stage = &subject.shards.stages.front();
    if (!stage)
        return;
    const int ways = subject.job.cut.tensor;
    const QString where = subject.layer >= 0
        ? layoutWord(QT_TRANSLATE_NOOP("Shards", "Layer %1, stage %2: its weights"))
              .arg(subject.layer + 1)
              .arg(stage->stage)
        : layoutWord(QT_TRANSLATE_NOOP("Shards", "Stage %1: weights")).arg(stage->stage);
    addHeading(ways > 1 ? layoutWord(QT_TRANSLATE_NOOP("Shards", "%1, over %2 tensor ranks"))
                              .arg(where)
                              .arg(ways)
                        : where);
    const std::size_t first = m_items.size();
    // Of its stage, and of a stage of the rank that has no layer to be seen at.
    const auto addOf = [&](std::initializer_list<ShardKind> kinds, bool atItsEnd) {
        for (const StageShards& one : subject.shards.stages)
            for (const ShardPiece& piece : one.pieces)
                if (std::find(kinds.begin(), kinds.end(), piece.kind) != kinds.end()
                    && (one.layers == 0 || (atItsEnd && one.stage == stage->stage)))
                    addMatrix(subject, piece);
    };
    addOf({ShardKind::Embedding, ShardKind::Positions}, subject.layer <= stage->firstLayer);
    if (subject.layer >= 0)
        for (const ShardPiece& piece : piecesOfLayer(
                 subject.job, subject.job.model.hasExperts(static_cast<int>(subject.layer))))
            addMatrix(subject, piece);
    addOf({ShardKind::Prediction, ShardKind::FinalNorm, ShardKind::Head},
          subject.layer >= stage->firstLayer + stage->layers - 1);
    flow(first);
    m_top += m_sizes.space(1);
}

void ShardLayout::flow(std::size_t first)
{
    const double apart = m_sizes.space(3);
    const double textHeight = m_text.height();
    double left = m_sizes.space(4);
    std::size_t begin = first;
    const auto endLine = [&](std::size_t end) {
        double highest = 0;
        for (std::size_t i = begin; i < end; ++i)
            highest = std::max(highest, m_items[i].box.height());
        for (std::size_t i = begin; i < end; ++i) {
            ShardItem& item = m_items[i];
            item.box.moveTop(m_top + (highest - item.box.height()) / 2);
            item.area = QRectF(item.area.left(), m_top, item.area.width(),
                               highest + m_sizes.space(1) + 3 * textHeight);
        }
        m_top += highest + m_sizes.space(1) + 3 * textHeight + m_sizes.space(2);
        begin = end;
        left = m_sizes.space(4);
    };
    for (std::size_t i = first; i < m_items.size(); ++i) {
        ShardItem& item = m_items[i];
        const double wide
            = std::max({item.box.width(), m_text.horizontalAdvance(item.title),
                        m_text.horizontalAdvance(item.cut), m_text.horizontalAdvance(item.size)});
        const double way = wayOf(item);
        if (i > begin && left + way + wide + m_sizes.space(4) > m_width)
            endLine(i);
        left += way;
        item.area = QRectF(left, 0, wide, 0);
        item.box.moveLeft(left + (wide - item.box.width()) / 2);
        left += wide + apart;
    }
    endLine(m_items.size());
}

void ShardLayout::addActivations(const ShardSubject& subject)
{
    const StageShards* stage = subject.shards.stageOf(subject.layer);
    if (!stage)
        return;
    addHeading(layoutWord(QT_TRANSLATE_NOOP("Shards",
                                            "Activations that one microbatch leaves on stage %1"))
                   .arg(stage->stage));
    const std::size_t first = m_items.size();
    const plan::Cut& cut = subject.job.cut;
    const auto add = [&](const QString& title, double bytes, bool divided, bool upright,
                         const QString& how, const QString& sentence) {
        ShardItem item;
        item.form = ShardItem::Form::Activations;
        item.title = title;
        item.cut = divided ? how.arg(cut.tensor) : layoutWord(QT_TRANSLATE_NOOP("Shards", "whole"));
        item.size = bytesText(bytes);
        item.sentence = sentence;
        item.ways = divided ? cut.tensor : 1;
        item.own = divided ? subject.tensorRank : 0;
        item.upright = upright;
        item.box = QRectF(0, 0, grown(kKeptWidth), grown(kKeptHeight));
        m_items.push_back(item);
    };
    if (cut.tensor > 1)
        add(layoutWord(QT_TRANSLATE_NOOP("Shards", "Between the products")), stage->between,
            cut.sequence, false, layoutWord(QT_TRANSLATE_NOOP("Shards", "sequence, 1 of %1")),
            sequenceSentence(subject.job));
    add(layoutWord(QT_TRANSLATE_NOOP("Shards", "Within the products")), stage->within,
        cut.tensor > 1, true, layoutWord(QT_TRANSLATE_NOOP("Shards", "heads and columns, 1 of %1")),
        withinSentence(subject.job));
    flow(first);
}

void ShardLayout::addStates(const ShardSubject& subject)
{
    const int ranks = subject.job.cut.copies();
    addHeading(
        ranks > 1
            ? layoutWord(QT_TRANSLATE_NOOP("Shards",
                                           "All that a device of pipeline rank %1 holds, and "
                                           "its %2 data ranks: ZeRO %3"))
                  .arg(subject.pipelineRank)
                  .arg(ranks)
                  .arg(subject.job.cut.zero)
            : layoutWord(QT_TRANSLATE_NOOP("Shards", "All that a device of pipeline rank %1 holds"))
                  .arg(subject.pipelineRank));
    std::set<int> shown{subject.dataRank, ranks - 1};
    for (int rank = 0; rank < ranks && static_cast<int>(shown.size()) < kMostCells; ++rank)
        shown.insert(rank);
    m_cells.assign(shown.begin(), shown.end());
    m_top += m_text.height() + m_sizes.space(1); // the numbers of the ranks
    for (const ShardState state :
         {ShardState::Weights, ShardState::Gradients, ShardState::Optimizer}) {
        const StateShards& held = subject.shards.states[static_cast<std::size_t>(state)];
        ShardItem item;
        item.form = ShardItem::Form::State;
        item.state = state;
        item.title = nameOf(state);
        item.size = held.ways > 1 ? layoutWord(QT_TRANSLATE_NOOP("Shards", "%1 of %2"))
                                        .arg(bytesText(held.bytes), bytesText(held.whole))
                                  : bytesText(held.bytes);
        item.sentence = exchangeOf(state, held, subject.job);
        item.ways = held.ways;
        item.own = subject.dataRank;
        const double left = m_sizes.space(4);
        const double cells = grown(kCellWidth) * double(m_cells.size());
        item.box = QRectF(left + m_sizes.px(kStateNameWidth), m_top, cells, grown(kCellHeight));
        item.area = QRectF(left, m_top, m_width - 2 * left,
                           grown(kCellHeight) + m_text.height() + m_sizes.space(1));
        m_items.push_back(item);
        m_top += item.area.height() + m_sizes.space(1);
    }
    m_total = QRectF(m_sizes.space(4) + m_sizes.px(kStateNameWidth), m_top + m_sizes.space(1),
                     std::max(100.0, m_width - 2 * m_sizes.space(4) - m_sizes.px(kStateNameWidth)),
                     grown(kTotalHeight));
    m_top = m_total.bottom() + m_text.height() + m_sizes.space(1);
}

QRectF ShardLayout::cellBox(const ShardItem& row, std::size_t cell) const
{
    const double each = grown(kCellWidth);
    const double gap = m_sizes.space(1);
    return {row.box.left() + each * double(cell), row.box.top(), each - gap, row.box.height()};
}

int ShardLayout::itemAt(QPointF place) const
{
    for (std::size_t i = 0; i < m_items.size(); ++i)
        if (m_items[i].area.contains(place))
            return static_cast<int>(i);
    return -1;
}

} // namespace gui
