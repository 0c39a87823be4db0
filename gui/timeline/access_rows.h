// The parts of the accessible tree that are no widgets: rows of the timeline, and the ops in them.

#pragma once

#include "gui/timeline/timeline_scene.h"

#include <QAccessible>

#include <map>

namespace gui {

class TimelineCanvas;

// What both are: a part of a canvas, which outlives it.
class PartAccess : public QAccessibleInterface {
public:
    explicit PartAccess(TimelineCanvas& canvas)
        : m_canvas(canvas)
    {
    }

    QObject* object() const override { return nullptr; } // there is none
    QWindow* window() const override;
    void setText(QAccessible::Text, const QString&) override {}

protected:
    TimelineCanvas& canvas() const { return m_canvas; }
    const TimelineScene& scene() const;
    const TrackData* track(int slot) const;                // null: it is gone, or has no timeline
    QAccessibleInterface* rowOf(int slot, int rank) const; // null: it has none
    const std::vector<int>& peersOf(int slot, int rank) const; // that have rows
    // On the screen; cut to the plot, and empty where nothing of it is in sight.
    QRect placeOf(int slot, int rank, TimeRange range) const;

private:
    TimelineCanvas& m_canvas;
};

// A part without parts of its own.
class LeafAccess : public PartAccess {
public:
    using PartAccess::PartAccess;

    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
};

// An op by its name, so that it stays the same while a live track grows.
class OpAccess : public LeafAccess, public QAccessibleActionInterface {
public:
    // `place`: where its span stands among those of the rank, as far as that is known.
    OpAccess(TimelineCanvas& canvas, const OpRef& op, std::size_t place = 0);

    const OpRef& ref() const { return m_op; }

    bool isValid() const override { return span() != nullptr; }
    QAccessibleInterface* parent() const override;
    QString text(QAccessible::Text which) const override;
    QRect rect() const override;
    QAccessible::Role role() const override { return QAccessible::TreeItem; }
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    QStringList actionNames() const override; // press: selects it
    void doAction(const QString& name) override;
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

    const plan::Span* span() const; // null: the track has it no more

private:
    OpRef m_op;
    mutable std::size_t m_place = 0; // of its span when it was last looked for
};

// What the lane of memory under a row shows, in a sentence.
class LaneAccess : public LeafAccess {
public:
    LaneAccess(TimelineCanvas& canvas, int slot, int rank)
        : LeafAccess(canvas)
        , m_slot(slot)
        , m_rank(rank)
    {
    }

    bool isValid() const override;
    QAccessibleInterface* parent() const override;
    QString text(QAccessible::Text which) const override;
    QRect rect() const override;
    QAccessible::Role role() const override { return QAccessible::Graphic; }
    QAccessible::State state() const override;

private:
    int m_slot;
    int m_rank;
};

// The row of one peer of a rank, and how fast that is. Its ops have no items: none can be selected.
class PeerAccess : public LeafAccess {
public:
    PeerAccess(TimelineCanvas& canvas, int slot, int rank, int peer)
        : LeafAccess(canvas)
        , m_slot(slot)
        , m_rank(rank)
        , m_peer(peer)
    {
    }

    int peer() const { return m_peer; }

    bool isValid() const override; // it has a row
    QAccessibleInterface* parent() const override;
    QString text(QAccessible::Text which) const override;
    QRect rect() const override;
    QAccessible::Role role() const override { return QAccessible::TreeItem; }
    QAccessible::State state() const override;

private:
    int m_slot;
    int m_rank;
    int m_peer;
};

// The row of one rank in one track: the ops of it that are in sight, in the order of time, the lane
// of memory where there is one, and the rows of its peers that have one.
class RowAccess : public PartAccess {
public:
    RowAccess(TimelineCanvas& canvas, int slot, int rank);
    ~RowAccess() override;

    int slot() const { return m_slot; }
    int rank() const { return m_rank; }
    OpAccess* op(const plan::Op& op, std::size_t place = 0) const; // never null; see OpAccess

    bool isValid() const override;
    QAccessibleInterface* parent() const override;
    QAccessibleInterface* child(int index) const override;
    QAccessibleInterface* childAt(int x, int y) const override;
    int childCount() const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QString text(QAccessible::Text which) const override;
    QRect rect() const override;
    QAccessible::Role role() const override { return QAccessible::TreeItem; }
    QAccessible::State state() const override;

private:
    // The spans that are told, as places in those of the rank.
    struct Told {
        std::size_t first = 0;
        std::size_t end = 0;
    };

    const std::vector<plan::Span>* spans() const; // null: there are none any more
    Told told() const;
    bool hasLane() const;
    QAccessibleInterface* lane() const;
    const std::vector<int>& peers() const; // that have rows
    QAccessibleInterface* peer(int peer) const;

    int m_slot;
    int m_rank;
    mutable std::map<plan::Op, QAccessible::Id> m_ops;
    mutable QAccessible::Id m_lane = 0; // 0: not made yet
    mutable std::map<int, QAccessible::Id> m_peers;
};

} // namespace gui
