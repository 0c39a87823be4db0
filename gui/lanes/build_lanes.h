// A schedule laid by hand: a lane for each rank, on which ops stand when they run, what the rank
// holds over it, and under it those that are not laid yet.
//
// Mouse: a click lays an op at the end of its lane, a drag between two others; a drag along a lane
// moves one, the right button takes it away. Keys: Up Down another rank; Left Right the op of the
// lane that is ringed, or that of those not laid; Enter lays the ringed one, or rings the next,
// Delete takes it away, S splits a backward or joins it, Ctrl+Z undoes; a digit chooses the
// microbatch, F, B, I or W the kind. While one is dragged the places that would take it are marked;
// a refused one shakes and turns back, and its reason stands beside it.

#pragma once

#include "engine/lesson/build_board.h"
#include "gui/lanes/lane_words.h"

#include <QVariantAnimation>
#include <QWidget>

#include <optional>
#include <vector>

namespace gui {

class LanePaint;

// How much the picture says before it is asked.
enum class BuildHelp {
    Errors, // only why an op was refused
    Ready,  // and which ops have their input
    Next,   // and which could be laid next
};

// GUI thread. The board must outlive it, and is changed by it alone while it is shown.
class BuildLanes : public QWidget {
    Q_OBJECT
public:
    explicit BuildLanes(lesson::BuildBoard& board, QWidget* parent = nullptr);

    void setHelp(BuildHelp help);
    BuildHelp help() const { return m_help; }
    // Of the letters in the ops, in pixels; lanes grow with them. 0: by the room there is.
    void setLetterHeight(int pixels);
    // The time that the lanes show at least: that of the order to beat, with room behind it.
    void setExtent(plan::Nanoseconds extent);
    // In which the axis counts.
    void setUnit(plan::Nanoseconds unit);
    void undo();

    // With letters of that height, in pixels: the width in which an op that takes the unit is as
    // wide as one that is not laid, and the height that a width needs. Precondition of the first:
    // a unit is set.
    int readableWidth(int letters) const;
    int heightAt(int width, int letters) const;

    const QString& refusal() const { return m_refusal; } // translated; empty: nothing was refused
    bool isShaking() const { return m_shake.state() == QAbstractAnimation::Running; }

    // For tests, in pixels: of an op that is laid, or not; empty: it is not there. The places that
    // are marked while an op is dragged, by their left edge.
    QRect boxOf(const plan::Op& op) const;
    std::vector<int> markedPlaces() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void boardChanged();
    void helpChanged();
    void refused(const QString& reason);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Box {
        QRect place;
        plan::Op op;
        int rank = 0;
        std::optional<std::size_t> at; // in the rank's order; nothing: it is not laid
        bool isReady = false;          // its input has run
        bool isHeldUp = false;         // laid, and waits for what is not there
    };
    struct Drag {
        Box box;
        QPoint from;
        QPoint now;
        std::vector<bool> open; // places of the lane that would take it
        bool isMoving = false;  // farther than a click
    };

    void layOut();
    void refresh();
    void describe(); // what is chosen, or why it was refused, for screen readers
    int ranks() const { return static_cast<int>(m_board.schedule().order.size()); }
    int letters() const;
    int looseRows(int letters, int width) const;
    double rankHeight(int letters, int width) const;
    int nameWidth() const;
    int laneHeight() const;
    int looseHeight() const;
    int laneTop(int rank) const;
    plan::Nanoseconds extent() const; // of the axis
    TimeAxis axis() const;
    double xOf(plan::Nanoseconds time) const;
    const Box* boxAt(QPoint position) const;
    const Box* find(const std::optional<plan::Op>& op) const; // null: it is not there
    std::size_t placeAt(int rank, int x) const;               // in the lane's order
    std::vector<bool> openFor(const Box& box) const;
    void drop(const Drag& drag);
    void told(const std::string& refusal, const plan::Op& op, QPoint away = {});
    void ring(int by);
    void ringNextToLay();
    bool typed(const QString& text);

    void paintLane(LanePaint& paint, int rank) const;
    void paintBox(LanePaint& paint, const Box& box, QPoint offset) const;
    void paintRefusal(LanePaint& paint) const;
    QPoint shakeOf(const Box& box) const;

    lesson::BuildBoard& m_board;
    BuildHelp m_help = BuildHelp::Ready;
    int m_letters = 0;
    plan::Nanoseconds m_extent{};
    plan::Nanoseconds m_unit{};
    std::vector<Box> m_boxes;
    std::vector<int> m_chunks; // of stages
    int m_kinds = 2;           // of ops of a stage and a microbatch
    std::optional<Drag> m_drag;
    std::optional<plan::Op> m_ringed;
    int m_rank = 0;
    QString m_refusal;
    std::optional<plan::Op> m_refusedOp;
    QPoint m_refusedAway; // from where it turns back
    QVariantAnimation m_shake;
};

} // namespace gui
