// The dialog with every cost of the strategy, including those that the editor's short fields leave
// out: costs of single stages, hops and ranks, and the parts of a link. It is not modal, and stays
// open beside the window.
//
// What is typed goes into the document at once. Nothing is confirmed or cancelled here; a change is
// taken back in the document's history, with Ctrl+Z in the dialog as in the window.

#pragma once

#include "gui/document/document.h"

#include <QDialog>

#include <functional>
#include <vector>

namespace gui {

class CostSection;

class CostDialog : public QDialog {
    Q_OBJECT
public:
    // `document` must outlive the dialog, which follows every change of it, whoever makes it.
    explicit CostDialog(Document& document, QWidget* parent = nullptr);

    // How the sentences of problems are written: in the names that fields have in the window.
    void setWords(const std::function<QString(const strategy::Problem&)>& words);

protected:
    void changeEvent(QEvent* event) override;

private:
    // Shows the document's costs, and what is wrong with them.
    void refresh();
    void refreshProblems();

    Document& m_document;
    std::vector<CostSection*> m_sections; // children
};

// One line, translated, for what is given beyond one time for each part of a stage: "each of 8
// stages its own · …". Empty where the strategy has no costs, or nothing beyond that.
QString costsInShort(const strategy::Strategy& strategy);

} // namespace gui
