// Lanes that are played, what happens at the cursor in a sentence under them, and the bar that
// plays them.

#pragma once

#include "gui/lanes/play_bar.h"
#include "gui/lanes/play_clock.h"
#include "gui/lanes/play_lanes.h"

#include <QWidget>

class QLabel;

namespace gui {

// GUI thread.
class PlayedStep : public QWidget {
    Q_OBJECT
public:
    // `state` must outlive it.
    explicit PlayedStep(ViewState& state, QWidget* parent = nullptr);

    PlayClock& clock() { return m_clock; }
    PlayLanes& lanes() { return *m_lanes; }
    PlayBar& bar() { return *m_bar; }

    void setUnit(LaneUnit unit);
    // Of the letters in ops and, smaller, of the sentence; 0: by the room there is.
    void setLetterHeight(int pixels);
    // Over the lanes, translated and plain; empty: nothing.
    void setNote(const QString& note);
    const QString& note() const { return m_noteText; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void applySizes();

    PlayClock m_clock; // before the lanes and the bar, which refer to it
    QLabel* m_note;    // children
    PlayLanes* m_lanes;
    QLabel* m_sentence;
    PlayBar* m_bar;
    int m_letters = 0;
    QString m_noteText;
};

} // namespace gui
