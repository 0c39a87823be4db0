// What all views of one timeline share: the visible range of time and its history, the op that is
// hovered and the one that is selected, and the unit that times are written in.

#pragma once

#include "gui/timeline/category.h"
#include "gui/timeline/time_area.h"
#include "gui/timeline/time_text.h"
#include "gui/timeline/track_data.h"

#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace gui {

// Holds times in nanoseconds, as the tracks have them, and no pixels: views of different widths
// show the same range. Views call the setters and listen to the signals, and so need not know each
// other. GUI thread.
class ViewState : public QObject {
    Q_OBJECT
public:
    // A jump is an entry of the history of its own; neighbouring glides (a wheel
    // turned, a key held, a drag) are one entry until settle() or a second of rest.
    enum class Motion { Jump, Glide };

    explicit ViewState(QObject* parent = nullptr);

    // The time that there is something to see at: [0, extent()), that of the longest track. 0 where
    // there is nothing.
    Nanoseconds extent() const { return m_extent; }
    // Negative extents count as 0. A view that showed everything goes on showing everything; any
    // other keeps its range as far as that is still within bounds. This is no entry of the history.
    void setExtent(Nanoseconds extent);

    // Always within a tenth of the extent around it, and never shorter than
    // kShortestRange.
    TimeRange visible() const { return m_visible; }
    bool showsAll() const { return m_visible == everything(); }
    // Clamps the range to the bounds named above; does nothing where it then is the visible one.
    void setVisible(TimeRange range, Motion motion = Motion::Jump);
    void zoom(double factor, Nanoseconds around, Motion motion = Motion::Glide); // > 1: in
    void pan(Nanoseconds by, Motion motion = Motion::Glide);                     // > 0: later
    void fit();                   // everything, with room for the end marker
    void fitItem(TimeRange item); // with a margin around it
    void settle();                // the next glide is another entry of the history

    // The history holds at most 100 ranges in each direction. A new entry empties the forward one.
    bool canGoBack() const { return !m_back.empty(); }
    bool canGoForward() const { return !m_forward.empty(); }
    void goBack();
    void goForward();

    // Empty where nothing is hovered or selected. Whether the op exists is for the views to know,
    // since tracks may change under it.
    const std::optional<OpRef>& hovered() const { return m_hovered; }
    const std::optional<OpRef>& selected() const { return m_selected; }
    void setHovered(std::optional<OpRef> op);
    void setSelected(std::optional<OpRef> op);

    // The bubble that is selected. Of an op and a bubble only one is: selecting one drops the
    // other.
    const std::optional<GapRef>& gap() const { return m_gap; }
    void setGap(std::optional<GapRef> gap);

    // What time of which ranks is selected; empty: none.
    const std::optional<TimeArea>& area() const { return m_area; }
    // Whether there are such ranks is for the views to know, since tracks may change under it.
    void setArea(std::optional<TimeArea> area);

    // The ranks that stand above the others and do not scroll, rising.
    const std::vector<int>& pinned() const { return m_pinned; }
    void setPinned(int rank, bool pinned);

    // The ranks all of whose peers have rows of their own, rising; of the others those alone that
    // stand out.
    const std::vector<int>& unfolded() const { return m_unfolded; }
    void setUnfolded(int rank, bool unfolded);

    // Single peers that have a row of their own all the same, rising: of whom one asked for.
    const std::vector<PeerRow>& peerRows() const { return m_peerRows; }
    void setPeerRow(PeerRow row, bool shown);

    // Whether the predicted ops are outlined over those of a run that stand under them.
    bool showsGhosts() const { return m_showsGhosts; }
    void setShowsGhosts(bool shows);

    // Whether arrows lead to the op selected and on from it.
    bool showsFlows() const { return m_showsFlows; }
    void setShowsFlows(bool shows);

    // Whether the chain that makes each step as long as it is stands out.
    bool showsCriticalPath() const { return m_showsCriticalPath; }
    void setShowsCriticalPath(bool shows);

    // Whether the lanes of memory stand under the rows of the tracks that know of it.
    bool showsMemory() const { return m_showsMemory; }
    void setShowsMemory(bool shows);

    // Likewise the lanes of kernels.
    bool showsKernels() const { return m_showsKernels; }
    void setShowsKernels(bool shows);

    // Whether the rows of a prediction stand apart from those of a run, and not rank by rank.
    bool standsApart() const { return m_standsApart; }
    void setStandsApart(bool apart);

    // The categories that are faded, so that the others stand out.
    const HiddenCategories& hidden() const { return m_hidden; }
    void setHidden(Category category, bool hidden);

    // The unit that times are written in; Auto picks the one that reads best.
    TimeUnit unit() const { return m_unit; }
    void setUnit(TimeUnit unit);

    // Each is emitted once for a change, after it, and never where a setter found things so
    // already.
signals:
    void visibleChanged();
    void historyChanged();
    void hoveredChanged();
    void selectedChanged();
    void gapChanged();
    void areaChanged();
    void pinnedChanged();
    void foldsChanged();
    void ghostsChanged(); // shown or not
    void flowsChanged();  // shown or not
    void unitChanged();
    void criticalPathChanged(); // shown or not
    void memoryChanged();       // shown or not
    void kernelsChanged();      // shown or not
    void apartChanged();        // stands apart or not
    void hiddenChanged();

private:
    TimeRange everything() const;
    TimeRange clamped(TimeRange range) const;
    void show(TimeRange range);

    Nanoseconds m_extent{};
    TimeRange m_visible;
    std::vector<TimeRange> m_back; // oldest first, bounded
    std::vector<TimeRange> m_forward;
    bool m_gliding = false;
    QTimer m_rest;
    std::optional<OpRef> m_hovered;
    std::optional<OpRef> m_selected;
    std::optional<GapRef> m_gap;
    std::optional<TimeArea> m_area;
    std::vector<int> m_pinned;
    std::vector<int> m_unfolded;
    std::vector<PeerRow> m_peerRows;
    TimeUnit m_unit = TimeUnit::Auto;
    bool m_showsGhosts = true;
    bool m_showsFlows = true;
    bool m_showsCriticalPath = false;
    bool m_showsMemory = true;
    bool m_showsKernels = true;
    bool m_standsApart = false;
    HiddenCategories m_hidden{};
};

} // namespace gui
