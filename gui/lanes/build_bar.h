// Over lanes that are built: how much help is given, undo, and how it goes.

#pragma once

#include "gui/lanes/build_lanes.h"

#include <QWidget>

class QButtonGroup;
class QLabel;
class QToolButton;

namespace gui {

// How much help the next build is given: what was chosen, or less after one that was passed at
// once. Kept in the settings.
BuildHelp keptHelp();
void keepHelp(BuildHelp help);
BuildHelp lessHelp(BuildHelp help); // one level; the least stays

// GUI thread.
class BuildBar : public QWidget {
    Q_OBJECT
public:
    // Both must outlive it.
    BuildBar(lesson::BuildBoard& board, BuildLanes& lanes, QWidget* parent = nullptr);

    void setUnit(LaneUnit unit);
    void setCap(std::vector<int> cap); // as BoardOptions::cap
    QString status() const;            // how it goes, as it is shown

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void refresh();
    void applySizes();

    lesson::BuildBoard& m_board;
    BuildLanes& m_lanes;
    LaneUnit m_unit;
    std::vector<int> m_cap;
    QLabel* m_helpName;   // children
    QButtonGroup* m_help; // ids are those of BuildHelp
    QToolButton* m_undo;  //
    QLabel* m_status;     //
};

} // namespace gui
