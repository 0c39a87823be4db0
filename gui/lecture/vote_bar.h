// How many hands were raised for an option in one round: in words, and a bar under them. Internal
// to this folder.

#pragma once

#include "gui/lecture/lecture_sizes.h"

#include <QLabel>

namespace gui {

class VoteBar : public QLabel {
    Q_OBJECT
public:
    explicit VoteBar(int round, QWidget* parent = nullptr);

    void setSizes(const LectureSizes& sizes);
    void setVotes(int votes, int total);
    double share() const { return m_share; } // of 1, that the bar is long

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_round;
    double m_share = 0;
    LectureSizes m_sizes{QSize()};
};

} // namespace gui
