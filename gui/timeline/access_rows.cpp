#include "gui/timeline/access_rows.h"

#include "gui/text/number_format.h"
#include "gui/timeline/memory_story.h"
#include "gui/timeline/op_walk.h"
#include "gui/timeline/peer_story.h"
#include "gui/timeline/story.h"
#include "gui/timeline/texts.h"
#include "gui/timeline/timeline_access.h"
#include "gui/timeline/timeline_canvas.h"

#include <QWidget>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

// Ops that a row keeps for those who ask again; beyond that it forgets all and begins anew.
constexpr std::size_t kMostOpsKept = 4 * kMostOpsTold;

QString rowTitle(const TrackData& track, int rank)
{
    return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1, rank %2"))
        .arg(track.title, QString::number(rankNumber(track, rank)));
}

} // namespace

QWindow* PartAccess::window() const { return m_canvas.window()->windowHandle(); }

const TimelineScene& PartAccess::scene() const { return m_canvas.scene(); }

const TrackData* PartAccess::track(int slot) const
{
    const auto found = scene().tracks().find(slot);
    return found == scene().tracks().end() || !found->second->timeline ? nullptr
                                                                       : found->second.get();
}

QAccessibleInterface* PartAccess::rowOf(int slot, int rank) const
{
    QAccessibleInterface* tree = QAccessible::queryAccessibleInterface(&m_canvas);
    int before = 0;
    for (const LaidTrack& track : scene().layout().tracks) {
        if (track.slot == slot)
            return rank < track.ranks ? tree->child(before + rank) : nullptr;
        before += track.ranks;
    }
    return nullptr;
}

const std::vector<int>& PartAccess::peersOf(int slot, int rank) const
{
    static const std::vector<int> kNone;
    const LaidTrack* laid = scene().layout().track(slot);
    return laid ? scene().layout().peersOf(*laid, rank) : kNone;
}

QRect PartAccess::placeOf(int slot, int rank, TimeRange range) const
{
    const LaidTrack* laid = scene().layout().track(slot);
    if (!laid || rank >= laid->ranks)
        return {};
    const QRect plot = scene().areas().plot;
    const TimeAxis axis = scene().axis();
    // Beyond the plot an axis may reach farther than whole pixels count.
    const double left = std::clamp(axis.x(range.begin), 0.0, axis.width);
    const double right = std::clamp(axis.x(range.end), 0.0, axis.width);
    const int top = plot.top() + scene().layout().rowTop(slot, rank) - scene().scroll();
    const QRect place = QRect(plot.left() + static_cast<int>(std::floor(left)), top,
                              static_cast<int>(std::ceil(right - left)), laid->own)
                            .intersected(plot);
    return place.isEmpty() ? QRect() : QRect(m_canvas.mapToGlobal(place.topLeft()), place.size());
}

OpAccess::OpAccess(TimelineCanvas& canvas, const OpRef& op, std::size_t place)
    : LeafAccess(canvas)
    , m_op(op)
    , m_place(place)
{
}

// Readers ask for much of each op, and to look for one takes as long as its rank has ops.
const plan::Span* OpAccess::span() const
{
    const TrackData* found = track(m_op.slot);
    if (!found || static_cast<std::size_t>(m_op.rank) >= found->timeline->spans.size())
        return nullptr;
    const auto& spans = found->timeline->spans[static_cast<std::size_t>(m_op.rank)];
    if (m_place < spans.size() && spans[m_place].op == m_op.op)
        return &spans[m_place];
    const plan::Span* span = findSpan(*found->timeline, m_op.rank, m_op.op);
    if (span)
        m_place = static_cast<std::size_t>(span - spans.data());
    return span;
}

QAccessibleInterface* OpAccess::parent() const { return rowOf(m_op.slot, m_op.rank); }

QString OpAccess::text(QAccessible::Text which) const
{
    const plan::Span* found = span();
    if (!found)
        return {};
    if (which == QAccessible::Name)
        return storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "%1, %2, starts at %3"))
            .arg(opTitle(*track(m_op.slot), m_op), stepTime(found->end - found->start),
                 stepTime(found->start));
    if (which != QAccessible::Description)
        return {};
    return opStory(scene().tracks(), m_op, canvas().viewState().unit())
        .mid(1)
        .join(QStringLiteral(". "));
}

QRect OpAccess::rect() const
{
    const plan::Span* found = span();
    return found ? placeOf(m_op.slot, m_op.rank, {found->start, found->end}) : QRect();
}

QAccessible::State OpAccess::state() const
{
    QAccessible::State state;
    state.selectable = true;
    state.focusable = true;
    state.invalid = !isValid();
    state.selected = canvas().viewState().selected() == m_op;
    state.focused = state.selected && canvas().hasFocus();
    state.offscreen = rect().isEmpty();
    return state;
}

void* OpAccess::interface_cast(QAccessible::InterfaceType type)
{
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                : nullptr;
}

QStringList OpAccess::actionNames() const { return {pressAction(), setFocusAction()}; }

void OpAccess::doAction(const QString& name)
{
    if (!isValid() || !actionNames().contains(name))
        return;
    canvas().setFocus();
    canvas().navigator().select(m_op);
}

bool LaneAccess::isValid() const
{
    const TrackData* found = track(m_slot);
    return found && found->memory && static_cast<std::size_t>(m_rank) < found->memory->size();
}

QAccessibleInterface* LaneAccess::parent() const { return rowOf(m_slot, m_rank); }

QString LaneAccess::text(QAccessible::Text which) const
{
    if (!isValid())
        return {};
    const MemoryLane& lane = (*track(m_slot)->memory)[static_cast<std::size_t>(m_rank)];
    if (which == QAccessible::Name)
        return lane.isEmpty()
            ? storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Memory of rank %1: no data"))
                  .arg(rankNumber(*track(m_slot), m_rank))
            : storyText(
                  QT_TRANSLATE_NOOP("gui::TimelineStory", "Memory of rank %1: at most %2, at %3"))
                  .arg(QString::number(rankNumber(*track(m_slot), m_rank)),
                       bytesText(lane.largestTotal()), stepTime(lane.largestAt()));
    if (which != QAccessible::Description)
        return {};
    return memoryStory(*track(m_slot), m_rank, lane.largestAt(), canvas().viewState().unit())
        .join(QStringLiteral(". "));
}

QRect LaneAccess::rect() const
{
    const LaidTrack* laid = scene().layout().track(m_slot);
    const QRect row = placeOf(m_slot, m_rank, canvas().viewState().visible());
    return !laid || laid->memory == 0 ? QRect()
                                      : row.adjusted(0, row.height() - laid->memory, 0, 0);
}

QAccessible::State LaneAccess::state() const
{
    QAccessible::State state;
    state.readOnly = true;
    state.offscreen = rect().isEmpty();
    return state;
}

RowAccess::RowAccess(TimelineCanvas& canvas, int slot, int rank)
    : PartAccess(canvas)
    , m_slot(slot)
    , m_rank(rank)
{
}

RowAccess::~RowAccess()
{
    for (const auto& [op, id] : m_ops)
        QAccessible::deleteAccessibleInterface(id);
    if (m_lane != 0)
        QAccessible::deleteAccessibleInterface(m_lane);
    for (const auto& [peer, id] : m_peers)
        QAccessible::deleteAccessibleInterface(id);
}

const std::vector<plan::Span>* RowAccess::spans() const
{
    const TrackData* found = track(m_slot);
    return found && static_cast<std::size_t>(m_rank) < found->timeline->spans.size()
        ? &found->timeline->spans[static_cast<std::size_t>(m_rank)]
        : nullptr;
}

RowAccess::Told RowAccess::told() const
{
    const std::vector<plan::Span>* all = spans();
    if (!all)
        return {};
    const ViewState& state = canvas().viewState();
    const auto at = [all](auto found) { return static_cast<std::size_t>(found - all->begin()); };
    const TimeRange seen = state.visible();
    Told told;
    told.first = at(std::partition_point(all->begin(), all->end(), [&seen](const plan::Span& span) {
        return span.end <= seen.begin;
    }));
    told.end = at(std::partition_point(all->begin(), all->end(), [&seen](const plan::Span& span) {
        return span.start < seen.end;
    }));
    told.end = std::max(told.first, told.end);
    constexpr auto kMost = static_cast<std::size_t>(kMostOpsTold);
    if (told.end - told.first <= kMost)
        return told;
    const auto& selected = state.selected();
    if (selected && selected->slot == m_slot && selected->rank == m_rank)
        if (const plan::Span* span = scene().spanOf(selected)) {
            const auto place = static_cast<std::size_t>(span - all->data());
            told.first
                = std::clamp(place, told.first + kMost / 2, told.end - kMost / 2) - kMost / 2;
        }
    told.end = told.first + kMost;
    return told;
}

bool RowAccess::hasLane() const
{
    const LaidTrack* laid = scene().layout().track(m_slot);
    return laid && laid->memory > 0;
}

OpAccess* RowAccess::op(const plan::Op& op, std::size_t place) const
{
    if (m_ops.size() >= kMostOpsKept && !m_ops.contains(op)) {
        for (const auto& [old, id] : m_ops)
            QAccessible::deleteAccessibleInterface(id);
        m_ops.clear();
    }
    const auto [found, isNew] = m_ops.try_emplace(op, 0);
    if (isNew)
        found->second = QAccessible::registerAccessibleInterface(
            new OpAccess(canvas(), {m_slot, m_rank, op}, place));
    return static_cast<OpAccess*>(QAccessible::accessibleInterface(found->second));
}

QAccessibleInterface* RowAccess::lane() const
{
    if (m_lane == 0)
        m_lane = QAccessible::registerAccessibleInterface(new LaneAccess(canvas(), m_slot, m_rank));
    return QAccessible::accessibleInterface(m_lane);
}

const std::vector<int>& RowAccess::peers() const { return peersOf(m_slot, m_rank); }

QAccessibleInterface* RowAccess::peer(int peer) const
{
    const auto [found, isNew] = m_peers.try_emplace(peer, 0);
    if (isNew)
        found->second = QAccessible::registerAccessibleInterface(
            new PeerAccess(canvas(), m_slot, m_rank, peer));
    return QAccessible::accessibleInterface(found->second);
}

bool RowAccess::isValid() const { return spans() != nullptr; }

QAccessibleInterface* RowAccess::parent() const
{
    return QAccessible::queryAccessibleInterface(&canvas());
}

int RowAccess::childCount() const
{
    const Told range = told();
    return static_cast<int>(range.end - range.first + peers().size()) + (hasLane() ? 1 : 0);
}

QAccessibleInterface* RowAccess::child(int index) const
{
    if (index < 0)
        return nullptr;
    const Told range = told();
    const std::size_t place = range.first + static_cast<std::size_t>(index);
    if (place < range.end)
        return op((*spans())[place].op, place);
    if (place == range.end && hasLane())
        return lane();
    const std::size_t at = place - range.end - (hasLane() ? 1 : 0);
    return at < peers().size() ? peer(peers()[at]) : nullptr;
}

int RowAccess::indexOfChild(const QAccessibleInterface* child) const
{
    const Told range = told();
    if (dynamic_cast<const LaneAccess*>(child))
        return hasLane() ? static_cast<int>(range.end - range.first) : -1;
    if (const auto* row = dynamic_cast<const PeerAccess*>(child)) {
        const auto at = std::find(peers().begin(), peers().end(), row->peer());
        return at == peers().end() || !m_peers.contains(row->peer()) || peer(row->peer()) != child
            ? -1
            : static_cast<int>(range.end - range.first + (hasLane() ? 1 : 0)
                               + static_cast<std::size_t>(at - peers().begin()));
    }
    const auto* of = dynamic_cast<const OpAccess*>(child);
    const plan::Span* span = of ? of->span() : nullptr;
    if (!span || of->ref().slot != m_slot || of->ref().rank != m_rank)
        return -1;
    const auto place = static_cast<std::size_t>(span - spans()->data());
    return place >= range.first && place < range.end ? static_cast<int>(place - range.first) : -1;
}

QAccessibleInterface* RowAccess::childAt(int x, int y) const
{
    const TimelineHit hit = scene().hitAt(canvas().mapFromGlobal(QPoint(x, y)));
    if (hit.slot != m_slot || hit.rank != m_rank)
        return nullptr;
    if (hit.peer >= 0)
        return peer(hit.peer);
    if (hit.memory)
        return lane();
    return hit.span ? op(hit.span->op) : nullptr;
}

QString RowAccess::text(QAccessible::Text which) const
{
    if (!isValid())
        return {};
    if (which == QAccessible::Name)
        return rowTitle(*track(m_slot), m_rank);
    if (which != QAccessible::Description)
        return {};
    const Told range = told();
    QStringList lines{storyText(QT_TRANSLATE_NOOP("gui::TimelineStory", "Ops in sight: %1 of %2"))
                          .arg(range.end - range.first)
                          .arg(spans()->size())};
    if (const PeerWork* work = track(m_slot)->peers.get(); work && work->each() > 1)
        lines += peersInWords(*track(m_slot), m_rank);
    return lines.join(QStringLiteral(". "));
}

QRect RowAccess::rect() const { return placeOf(m_slot, m_rank, canvas().viewState().visible()); }

QAccessible::State RowAccess::state() const
{
    QAccessible::State state;
    state.expandable = true;
    state.expanded = true;
    state.offscreen = rect().isEmpty();
    return state;
}

} // namespace gui
