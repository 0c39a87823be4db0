// A step, or several under each other on one axis, as lanes that are played: what runs at the
// cursor is lit, what is still to come is pale, messages go from lane to lane, and what each rank
// holds piles up over its lane.
//
// Mouse: a drag on the axis or between lanes moves the cursor; a click on a lane selects an op or a
// bubble, and on the name of a rank its op at the cursor; a drag on a lane selects a stretch. Keys:
// Space plays; , and . go to the event before or behind; Home and End; Left Right Up Down ring
// another op, Enter selects it; [ walks a link back from what is selected, or ringed, to what it
// waits for, ] forth again; Escape drops the selection.

#pragma once

#include "gui/lanes/lane_layout.h"
#include "gui/lanes/lane_track.h"
#include "gui/lanes/lane_words.h"
#include "gui/lanes/play_clock.h"
#include "gui/lanes/why_walk.h"
#include "gui/timeline/view_state.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace gui {

class LanePaint;

// What somebody guessed: it stays in the picture when that is drawn.
struct LaneGuess {
    TimeRange range; // of a moment that from its begin on
    int rank = -1;   // whose stretch it is; -1: a moment of all
    QString label;   // translated
    bool isStretch = false;
};

// GUI thread. Lengths are device-independent pixels.
class PlayLanes : public QWidget {
    Q_OBJECT
public:
    // Both must outlive it; the state may be shared with other views, the clock is this one's.
    PlayLanes(ViewState& state, PlayClock& clock, QWidget* parent = nullptr);

    // From the top; at most four. The clock goes to the end.
    void setTracks(std::vector<LaneTrack> tracks);
    const std::vector<LaneTrack>& tracks() const { return m_tracks; }
    const TrackData& data(int slot) const { return m_data[static_cast<std::size_t>(slot)]; }
    // Whether ops in a picture of all of them are wide enough to be read, and lanes few enough.
    static bool areReadable(const std::vector<LaneTrack>& tracks);

    // In which the axis counts.
    void setUnit(LaneUnit unit);
    // Of the letters in ops; 0: as large as there is room for. Lanes grow with them.
    void setLetterHeight(int pixels);

    // Grey lanes without ops, on an axis that does not tell how long the step is.
    void setCovered(bool covered);
    bool isCovered() const { return m_isCovered; }
    // Uncovers them, and draws them from left to right.
    void reveal();
    bool isRevealing() const { return m_isRevealing; }
    void setGuess(std::optional<LaneGuess> guess);
    const std::optional<LaneGuess>& guess() const { return m_guess; }

    // What happens at the cursor, or what the walk has come to; empty while covered.
    QString sentence() const;
    const WhyWalk& walk() const { return m_walk; }
    const std::optional<OpRef>& ringed() const { return m_ring; }
    std::vector<LaneFact> facts(int slot) const;
    // The messages that are between two lanes at the cursor.
    std::vector<LaneMessage> messagesUnderWay(int slot) const;

    // For tests, in pixels: of an op, the lane of a rank, and a moment.
    QRectF boxOf(const OpRef& op) const;
    QRectF laneOf(int slot, int rank) const;
    double xOf(Nanoseconds time) const { return layout().x(time); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void sentenceChanged();
    void coveredChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Press {
        QPointF from;
        std::optional<LaneRow> row; // nothing: the cursor is dragged
        Nanoseconds time{};
        bool isDragged = false;
    };

    LanesAsked asked() const;
    LaneLayout layout() const;
    Nanoseconds longest() const;
    void clockMoved();
    void selectionChanged();
    void tellSentence();

    void click(const LaneRow& row, QPointF at, Nanoseconds time);
    Nanoseconds snapped(const LaneLayout& laid, const LaneRow& row, double x) const;
    void ringBeside(int steps);
    void ringOn(int rows);
    void selectRing();
    void walkWhy(bool back);
    bool beginWalk();

    void paintHeadLine(LanePaint& paint, const QRectF& line, double size, int slot) const;
    void paintHead(LanePaint& paint, const LaneLayout& laid, int slot) const;
    void paintLane(LanePaint& paint, const LaneLayout& laid, const LaneRow& row) const;
    void paintOps(LanePaint& paint, const LaneLayout& laid, const LaneRow& row) const;
    void paintMessages(QPainter& painter, LanePaint& paint, const LaneLayout& laid, int slot) const;
    void paintWalk(LanePaint& paint, const LaneLayout& laid) const;
    void paintSelected(QPainter& painter, LanePaint& paint, const LaneLayout& laid) const;
    void paintCursor(QPainter& painter, LanePaint& paint, const LaneLayout& laid) const;
    void paintGuess(LanePaint& paint, const LaneLayout& laid) const;

    ViewState& m_state;
    PlayClock& m_clock;
    std::vector<LaneTrack> m_tracks;
    std::vector<TrackData> m_data;                    // [slot], as the rest
    std::vector<std::vector<int>> m_chunks;           // of stages
    std::vector<std::vector<LaneMessage>> m_messages; //
    LaneUnit m_unit;
    int m_letters = 0;
    bool m_isCovered = false;
    bool m_isRevealing = false;
    std::optional<LaneGuess> m_guess;
    WhyWalk m_walk;
    bool m_tellsWalk = false; // and not what happens at the cursor, which was moved since
    std::optional<OpRef> m_ring;
    std::optional<Press> m_press;
};

} // namespace gui
