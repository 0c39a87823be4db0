// Above the picture: whether the strategy fits its devices, how long a step takes there, and what
// should be known of those numbers.

#pragma once

#include "gui/estimate/estimator.h"

#include <QFrame>
#include <QTimer>

#include <vector>

class QLabel;
class QToolButton;

namespace gui {

// Follows the estimator, which works on a thread; the strip itself works nothing out.
class VerdictStrip : public QFrame {
    Q_OBJECT
public:
    // Both must outlive the strip. It is hidden where the strategy has no model, and greyed while
    // what it says is of an earlier state of the strategy.
    VerdictStrip(Document& document, Estimator& estimator, QWidget* parent = nullptr);

    // What stands there, in plain text.
    QString sentence() const;
    // `number` is an index into what verdictNumbers() gives.
    QString valueOf(int number) const; // as verdictNumbers() has them
    QString warnings() const;          // all of them; shown once one asks

protected:
    void changeEvent(QEvent* event) override;

private:
    // One of the numbers. The labels are children.
    struct Cell {
        QLabel* name = nullptr;
        QLabel* value = nullptr;
    };

    // Shows the newest estimate, or the reason why there is none.
    void refresh();
    void showEstimate(const StrategyEstimate& estimate);
    void applyColors();

    Document& m_document;
    Estimator& m_estimator;
    QLabel* m_sentence;        // children
    QToolButton* m_more;       // how many warnings; shows them
    QLabel* m_warnings;        //
    QWidget* m_numbers;        //
    std::vector<Cell> m_cells; // in the order of verdictNumbers()
    EstimatePtr m_shown;       // what stands there; null: nothing
    QTimer m_stale;            // until what stands there is greyed
};

} // namespace gui
