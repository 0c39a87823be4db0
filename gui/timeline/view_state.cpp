#include "gui/timeline/view_state.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace gui {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kHistory = 100;
constexpr auto kRest = 1s;

// Of the extent: beyond its end when everything is shown, and how far one may go
// beyond either end.
constexpr int kEndRoom = 25;
constexpr int kBeyond = 10;

void remember(std::vector<TimeRange>& history, TimeRange range)
{
    if (history.size() == kHistory)
        history.erase(history.begin());
    history.push_back(range);
}

// Among rising ranks, or no longer. False: it was so already.
template <class Rank>
bool put(std::vector<Rank>& ranks, Rank rank, bool in)
{
    const auto place = std::lower_bound(ranks.begin(), ranks.end(), rank);
    const bool stands = place != ranks.end() && *place == rank;
    if (stands == in)
        return false;
    if (in)
        ranks.insert(place, rank);
    else
        ranks.erase(place);
    return true;
}

} // namespace

ViewState::ViewState(QObject* parent)
    : QObject(parent)
    , m_visible(everything())
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRest);
    connect(&m_rest, &QTimer::timeout, this, &ViewState::settle);
}

TimeRange ViewState::everything() const
{
    return {Nanoseconds{0}, std::max(kShortestRange, m_extent + m_extent / kEndRoom)};
}

TimeRange ViewState::clamped(TimeRange range) const
{
    const Nanoseconds lowest = -m_extent / kBeyond;
    const Nanoseconds highest = std::max(m_extent + m_extent / kBeyond, lowest + kShortestRange);
    const Nanoseconds length = std::clamp(range.length(), kShortestRange, highest - lowest);
    const Nanoseconds begin = std::clamp(range.begin, lowest, highest - length);
    return {begin, begin + length};
}

void ViewState::setExtent(Nanoseconds extent)
{
    extent = std::max(extent, Nanoseconds{0});
    if (extent == m_extent)
        return;
    // A view of nothing showed all of it: the first track is seen whole.
    const bool showedAll = showsAll() || m_extent == Nanoseconds{0};
    m_extent = extent;
    // A range now out of bounds is no gesture of anyone's: no entry of the history.
    show(showedAll ? everything() : clamped(m_visible));
}

void ViewState::setVisible(TimeRange range, Motion motion)
{
    range = clamped(range);
    if (range == m_visible)
        return;
    // Only the first step of a glide remembers where it began; going back undoes all of it.
    if (motion == Motion::Jump || !m_gliding) {
        remember(m_back, m_visible);
        m_forward.clear();
        emit historyChanged();
    }
    m_gliding = motion == Motion::Glide;
    if (m_gliding)
        m_rest.start();
    show(range);
}

void ViewState::zoom(double factor, Nanoseconds around, Motion motion)
{
    // The width cancels out; a million pixels keep `around` to a millionth of the range.
    const TimeAxis axis{m_visible, 1e6};
    setVisible(axis.zoomed(factor, axis.x(around)).range, motion);
}

void ViewState::pan(Nanoseconds by, Motion motion)
{
    setVisible({m_visible.begin + by, m_visible.end + by}, motion);
}

void ViewState::fit() { setVisible(everything()); }

void ViewState::fitItem(TimeRange item)
{
    // Air around the item, so that its neighbours are seen too; for an item of no length, the least
    // that is not nothing.
    const Nanoseconds margin = std::max(item.length() / 4, Nanoseconds{2});
    setVisible({item.begin - margin, item.end + margin});
}

void ViewState::settle()
{
    m_gliding = false;
    m_rest.stop();
}

void ViewState::goBack()
{
    if (m_back.empty())
        return;
    settle();
    const TimeRange range = m_back.back();
    m_back.pop_back();
    remember(m_forward, m_visible);
    // The extent may have changed since the range was left.
    show(clamped(range));
    emit historyChanged();
}

void ViewState::goForward()
{
    if (m_forward.empty())
        return;
    settle();
    const TimeRange range = m_forward.back();
    m_forward.pop_back();
    remember(m_back, m_visible);
    show(clamped(range));
    emit historyChanged();
}

void ViewState::show(TimeRange range)
{
    if (range == m_visible)
        return;
    m_visible = range;
    emit visibleChanged();
}

void ViewState::setHovered(std::optional<OpRef> op)
{
    if (op == m_hovered)
        return;
    m_hovered = op;
    emit hoveredChanged();
}

void ViewState::setSelected(std::optional<OpRef> op)
{
    if (op == m_selected)
        return;
    m_selected = op;
    if (op)
        setGap({});
    emit selectedChanged();
}

void ViewState::setGap(std::optional<GapRef> gap)
{
    if (gap == m_gap)
        return;
    m_gap = gap;
    if (gap)
        setSelected({});
    emit gapChanged();
}

void ViewState::setArea(std::optional<TimeArea> area)
{
    if (area == m_area)
        return;
    m_area = area;
    emit areaChanged();
}

void ViewState::setPinned(int rank, bool pinned)
{
    if (put(m_pinned, rank, pinned))
        emit pinnedChanged();
}

void ViewState::setUnfolded(int rank, bool unfolded)
{
    if (put(m_unfolded, rank, unfolded))
        emit foldsChanged();
}

void ViewState::setPeerRow(PeerRow row, bool shown)
{
    if (put(m_peerRows, row, shown))
        emit foldsChanged();
}

void ViewState::setShowsGhosts(bool shows)
{
    if (shows == m_showsGhosts)
        return;
    m_showsGhosts = shows;
    emit ghostsChanged();
}

void ViewState::setShowsFlows(bool shows)
{
    if (shows == m_showsFlows)
        return;
    m_showsFlows = shows;
    emit flowsChanged();
}

void ViewState::setShowsCriticalPath(bool shows)
{
    if (shows == m_showsCriticalPath)
        return;
    m_showsCriticalPath = shows;
    emit criticalPathChanged();
}

void ViewState::setShowsMemory(bool shows)
{
    if (shows == m_showsMemory)
        return;
    m_showsMemory = shows;
    emit memoryChanged();
}

void ViewState::setShowsKernels(bool shows)
{
    if (shows == m_showsKernels)
        return;
    m_showsKernels = shows;
    emit kernelsChanged();
}

void ViewState::setStandsApart(bool apart)
{
    if (apart == m_standsApart)
        return;
    m_standsApart = apart;
    emit apartChanged();
}

void ViewState::setHidden(Category category, bool hidden)
{
    bool& own = m_hidden[static_cast<std::size_t>(category)];
    if (own == hidden)
        return;
    own = hidden;
    emit hiddenChanged();
}

void ViewState::setUnit(TimeUnit unit)
{
    if (unit == m_unit)
        return;
    m_unit = unit;
    emit unitChanged();
}

} // namespace gui
