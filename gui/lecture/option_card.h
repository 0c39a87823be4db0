// One of the options of a question: its letter, its text, and the hands that were raised for it.
// Internal to this folder.

#pragma once

#include "gui/lecture/lecture_box.h"
#include "gui/lecture/lecture_script.h"
#include "gui/lecture/vote_bar.h"

namespace gui {

class OptionCard : public LectureBox {
    Q_OBJECT
public:
    // `place`: 0 for A. `text`: plain.
    OptionCard(int place, QString text, QWidget* parent = nullptr);

    // `type`: of its text, in pixels of 1280 × 720.
    void setSizes(const LectureSizes& sizes, double type);
    // Shows the bars of as many rounds.
    void showRounds(int rounds);
    void setVotes(int round, int votes, int total);
    // Says so, too.
    void setRight(bool right);

    // That it would have with its bars, shown or not, at that width.
    int heightWithBars(int width) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    QString m_letter;
    QString m_text;
    QLabel* m_badge; // children
    QLabel* m_words;
    QLabel* m_verdict;
    std::array<VoteBar*, kVoteRounds> m_bars;
};

} // namespace gui
