// Over the timeline, always in one place and of one height: the numbers one came for.

#pragma once

#include "gui/frame/verdict.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace gui {

class ElidedLabel;

// Shows one Verdict. Numbers that do not fit its width are left out from the last one on, and the
// source before them; how the run stands may be cut, and its tooltip has all of it.
class VerdictBar : public QWidget {
    Q_OBJECT
public:
    explicit VerdictBar(QWidget* parent = nullptr);

    void setVerdict(const Verdict& verdict);
    const Verdict& verdict() const { return m_verdict; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    // One number: its name over its value, and what the last edit changed beside that.
    struct Cell {
        QWidget* box = nullptr;
        QHBoxLayout* line = nullptr; // of the value and what changed
        QLabel* name = nullptr;
        QLabel* value = nullptr;
        QLabel* change = nullptr;
        int widest = 0; // that it was while a run is shown: numbers that change do not move others
    };

    void makeCells(std::size_t count);
    void refresh();
    QString inWords() const; // of all of it, for screen readers
    void applyLook();        // fonts and colours
    void fit();              // hides what there is no room for
    // That all of it needs, and from now on at least.
    int widthOf(Cell& cell);

    Verdict m_verdict;
    std::vector<Cell> m_cells;
    QHBoxLayout* m_row;
    ElidedLabel* m_source; // children
    ElidedLabel* m_health; //
};

} // namespace gui
