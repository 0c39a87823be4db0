// One group of the costs of a strategy: its fields, and under them what is wrong with them.

#pragma once

#include "gui/document/document.h"

#include <QGroupBox>
#include <QStringList>

#include <functional>

class QDoubleSpinBox;
class QLabel;
class QVBoxLayout;

namespace gui {

class CostSection : public QGroupBox {
    Q_OBJECT
public:
    // `keys`: those of the strategy file whose problems are told here. `document` must outlive
    // the section.
    CostSection(Document& document, const QString& title, QStringList keys,
                QWidget* parent = nullptr);

    virtual void refresh(const strategy::Strategy& strategy) = 0;
    void refreshProblems();
    QString problem() const;

    // What was typed and not taken; until the next edit.
    void setRefusal(const QString& sentence);

protected:
    // One gesture, on the costs the strategy has or, where it has none, the unit ones.
    void edit(const QString& label, const std::function<void(plan::Costs&)>& change);

    // The layout above the problems.
    QVBoxLayout* body() { return m_body; }
    Document& document() { return m_document; }

    // A box for microseconds, whose changes of one key are one gesture until it is left.
    QDoubleSpinBox* timeBox(const QString& label, const QString& tip,
                            plan::Nanoseconds plan::Costs::*member);

private:
    Document& m_document;
    QStringList m_keys;
    QVBoxLayout* m_body;
    QLabel* m_problem; // child
    QString m_refusal;
};

} // namespace gui
