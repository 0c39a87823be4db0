// Every cost of the strategy, edited in the document as one types: what the editor's short fields
// leave out. Stays open beside the window, and changes are undone there.

#pragma once

#include "gui/document/document.h"

#include <QDialog>

#include <vector>

namespace gui {

class CostSection;

class CostDialog : public QDialog {
    Q_OBJECT
public:
    // `document` must outlive the dialog.
    explicit CostDialog(Document& document, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void refreshProblems();

    Document& m_document;
    std::vector<CostSection*> m_sections; // children
};

// What is given beyond one time for each part, a line: "each of 8 stages its own · …"; empty if
// nothing is.
QString costsInShort(const strategy::Strategy& strategy);

} // namespace gui
