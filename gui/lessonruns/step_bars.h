// A bar for each step of a run, as high as the step took long.
//
// A click, Left and Right, Home and End choose one.

#pragma once

#include "engine/plan/costs.h"

#include <QWidget>

#include <vector>

namespace gui {

// GUI thread.
class StepBars : public QWidget {
    Q_OBJECT
public:
    explicit StepBars(QWidget* parent = nullptr);

    // `numbers`: of the steps, as the run counts them. Both are of one size. Chooses none.
    void setSteps(std::vector<int> numbers, std::vector<plan::Nanoseconds> lengths);
    void choose(std::size_t step); // clamped
    std::size_t chosen() const { return m_chosen; }

    QRect barOf(std::size_t step) const; // for tests
    QSize sizeHint() const override;

signals:
    void chosenChanged(std::size_t step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString textOf(std::size_t step) const;
    std::size_t stepAt(int x) const;

    std::vector<int> m_numbers;
    std::vector<plan::Nanoseconds> m_lengths;
    std::size_t m_chosen = 0;
};

} // namespace gui
