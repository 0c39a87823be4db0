// How near a learner's guesses come to the truth, each as a dot on a line from a quarter of it to
// four times as much.

#pragma once

#include "engine/lesson/judge.h"

#include <QWidget>

#include <vector>

namespace gui {

// GUI thread.
class CalibrationStrip : public QWidget {
    Q_OBJECT
public:
    explicit CalibrationStrip(QWidget* parent = nullptr);

    void show(const std::vector<lesson::Guess>& guesses); // the newest last

    // Where a guess stands: 0 at the left end, 0.5 at the truth, 1 at the right end.
    static double placeOf(const lesson::Guess& guess);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<lesson::Guess> m_guesses;
};

} // namespace gui
