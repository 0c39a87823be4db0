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

// Sections only read the document and edit it through edit(); they learn of every change, their own
// ones too, by refresh(), which the dialog calls. Boxes are filled without a signal, so that
// showing a change is no edit.
class CostSection : public QGroupBox {
    Q_OBJECT
public:
    // `keys`: those of the strategy file whose problems are told under the fields. `title` is
    // translated. `document` must outlive the section.
    CostSection(Document& document, const QString& title, QStringList keys,
                QWidget* parent = nullptr);

    // Shows the costs of `strategy`, or unit costs where it has none.
    virtual void refresh(const strategy::Strategy& strategy) = 0;
    // How the sentence of a problem is written; as it comes, unless this is called.
    using Words = std::function<QString(const strategy::Problem&)>;
    void setWords(Words words);
    // Shows what is wrong with the section's costs, in the colours of the present theme.
    void refreshProblems();
    // What refreshProblems() wrote; empty where nothing is wrong.
    QString problem() const;

    // A translated sentence about what was typed and not taken; shown until the next edit, or until
    // an empty one is set.
    void setRefusal(const QString& sentence);

protected:
    // Changes the document by one gesture, on the costs that the strategy has or, where it has
    // none, on unit costs. Costs that are edited by hand are no longer said to be fitted to a run.
    // Edits with the same label in a row are one entry of the history.
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
    Words m_words;
};

} // namespace gui
