// Plays a step: from event to event, at the speed that one likes, and to any moment.

#pragma once

#include "gui/lanes/lane_words.h"
#include "gui/lanes/play_clock.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace gui {

// GUI thread.
class PlayBar : public QWidget {
    Q_OBJECT
public:
    // `clock` must outlive it.
    explicit PlayBar(PlayClock& clock, QWidget* parent = nullptr);

    void setUnit(LaneUnit unit);

protected:
    void keyPressEvent(QKeyEvent* event) override; // Space, comma and point as in the lanes
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void refresh();
    void applySizes();

    PlayClock& m_clock;
    LaneUnit m_unit;
    QToolButton* m_before; // children
    QToolButton* m_play;   //
    QToolButton* m_behind; //
    QSlider* m_slider;     //
    QLabel* m_time;        //
    QComboBox* m_speed;    //
};

} // namespace gui
