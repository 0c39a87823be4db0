#include "gui/inspector/op_facts.h"

#include "gui/text/number_format.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/story.h"
#include "gui/timeline/texts.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

using plan::OpKind;

const QString kNeeded = QStringLiteral("needed");
const QString kWaiting = QStringLiteral("waiting");

QString nameOf(OpPart::Kind kind)
{
    constexpr std::array<const char*, 6> kNames{
        QT_TRANSLATE_NOOP("gui::OpFacts", "Computing"),
        QT_TRANSLATE_NOOP("gui::OpFacts", "Input gradient"),
        QT_TRANSLATE_NOOP("gui::OpFacts", "Weight gradient"),
        QT_TRANSLATE_NOOP("gui::OpFacts", "Recomputation"),
        QT_TRANSLATE_NOOP("gui::OpFacts", "Exposed collective"),
        QT_TRANSLATE_NOOP("gui::OpFacts", "Exposed transfer")};
    return OpFacts::tr(kNames[static_cast<std::size_t>(kind)]);
}

// Whose gradients the optimizer takes, with no other op in between.
bool isLastOfItsStage(const plan::Op& op)
{
    return op.kind == OpKind::WeightGrad || (op.kind == OpKind::Backward && op.stage == 0);
}

// Words of ours and numbers alone: nothing in it has to be escaped.
QString linkTo(const OpRef& op, int rank, const QString& link, const QString& colour)
{
    const QString words = QStringLiteral("<a href=\"%1\" style=\"color: %2\">%3</a>")
                              .arg(link, colour, opInWords(op.op));
    return OpFacts::tr("%1, rank %2").arg(words, QString::number(rank));
}

} // namespace

std::vector<OpPart> partsOf(const TrackData& track, const OpRef& ref)
{
    const plan::Span* span = findSpan(*track.timeline, ref.rank, ref.op);
    if (track.measured || !track.costs || !span)
        return {};
    const plan::Costs& costs = *track.costs;
    // One of a fused pair is drawn with its share of the time of both.
    if (span->end - span->start != costs.of(ref.op, ref.rank))
        return {};
    const plan::StageCosts& stage = costs.ofStage(ref.op.stage);
    std::vector<OpPart> parts;
    Nanoseconds rest = span->end - span->start;
    const auto add = [&](OpPart::Kind kind, Nanoseconds time) {
        const Nanoseconds taken = std::min(time, rest); // each is rounded by itself
        rest -= taken;
        if (taken > Nanoseconds{0})
            parts.push_back({kind, taken});
    };
    add(OpPart::Kind::Recompute, costs.recomputeOf(ref.op, ref.rank));
    add(OpPart::Kind::Collective, costs.collectiveOf(ref.op, ref.rank));
    add(OpPart::Kind::Transfer, costs.transferOf(ref.op, ref.rank));
    if (ref.op.kind == OpKind::Backward)
        add(OpPart::Kind::WeightGrad, costs.scaled(stage.weightGrad, ref.rank));
    add(ref.op.kind == OpKind::Backward ? OpPart::Kind::InputGrad : OpPart::Kind::Compute, rest);
    if (parts.size() < 2)
        return {};
    std::sort(parts.begin(), parts.end(),
              [](const OpPart& a, const OpPart& b) { return a.kind < b.kind; });
    return parts;
}

std::int64_t sentBytes(const TrackData& track, const OpRef& ref)
{
    const auto waiting = consumer(track, ref);
    return !track.measured && track.costs && waiting && waiting->rank != ref.rank
        ? track.costs->messageBytes
        : 0;
}

namespace {

QStringList partLines(const TrackData& track, const OpRef& ref, TimeUnit unit)
{
    const std::vector<OpPart> parts = partsOf(track, ref);
    Nanoseconds whole{};
    for (const OpPart& part : parts)
        whole += part.time;
    QStringList lines;
    for (const OpPart& part : parts) {
        // The sign does not begin a line.
        const QString share
            = percent(static_cast<double>(part.time.count()) / static_cast<double>(whole.count()))
                  .replace(QLatin1Char(' '), QChar::Nbsp);
        lines
            << OpFacts::tr("%1: %2, %3").arg(nameOf(part.kind), timeWords(part.time, unit), share);
    }
    return lines;
}

} // namespace

OpFacts::OpFacts(QWidget* parent)
    : QWidget(parent)
    , m_parts(new QLabel(this))
    , m_chain(new QLabel(this))
{
    m_parts->setTextFormat(Qt::PlainText);
    m_parts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_parts->setFocusPolicy(Qt::NoFocus);
    m_parts->setAccessibleName(tr("What its predicted time is made of"));
    m_chain->setTextFormat(Qt::RichText);
    m_chain->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_chain->setAccessibleName(tr("What it needs, and what waits for it"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics().space(2));
    for (QLabel* label : {m_parts, m_chain}) {
        label->setWordWrap(true);
        column->addWidget(label);
    }
    connect(m_chain, &QLabel::linkActivated, this, &OpFacts::follow);
    show(nullptr, {}, TimeUnit::Auto);
}

void OpFacts::show(const TrackData* track, const std::optional<OpRef>& ref, TimeUnit unit)
{
    const bool known = track && track->timeline && ref
        && findSpan(*track->timeline, ref->rank, ref->op) != nullptr;
    m_needed = known ? producer(*track, *ref) : std::nullopt;
    m_waiting = known ? consumer(*track, *ref) : std::nullopt;
    m_sent = known ? sentBytes(*track, *ref) : 0;
    const auto numberOf = [&](const std::optional<OpRef>& op) {
        return known && op ? rankNumber(*track, op->rank) : 0;
    };
    m_rank = numberOf(ref);
    m_neededRank = numberOf(m_needed);
    m_waitingRank = numberOf(m_waiting);
    m_isLast = known && !m_waiting && isLastOfItsStage(ref->op);
    m_parts->setText(known ? partLines(*track, *ref, unit).join(QLatin1Char('\n')) : QString());
    m_parts->setVisible(!m_parts->text().isEmpty());
    showChain();
    setVisible(!m_parts->text().isEmpty() || !m_chain->text().isEmpty());
}

// Links are underlined, and have the text's colour: the accent's reads too badly in small letters.
void OpFacts::showChain()
{
    const QString colour = themeFor(palette()).text.name();
    QStringList lines;
    if (m_needed)
        lines << tr("Needs the %1").arg(linkTo(*m_needed, m_neededRank, kNeeded, colour));
    if (m_waiting)
        lines << tr("Unblocks the %1").arg(linkTo(*m_waiting, m_waitingRank, kWaiting, colour));
    if (m_sent > 0)
        lines << tr("Sends %1 from each device of rank %2")
                     .arg(bytesText(static_cast<double>(m_sent)), QString::number(m_rank));
    if (m_isLast)
        lines << tr("Only the optimizer waits for it");
    m_chain->setText(lines.join(QStringLiteral("<br>")));
    m_chain->setVisible(!lines.isEmpty());
}

void OpFacts::follow(const QString& link)
{
    if (const auto op = link == kWaiting ? m_waiting : m_needed)
        emit opWanted(*op);
}

void OpFacts::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        showChain();
    QWidget::changeEvent(event);
}

} // namespace gui
