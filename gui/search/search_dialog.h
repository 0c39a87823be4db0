// Looks for the fastest strategies that fit, and shows them in a table whose rows open.

#pragma once

#include "gui/search/result_table.h"
#include "gui/search/search_options.h"

#include <QDialog>

#include <atomic>
#include <memory>

class QLabel;
class QPushButton;

namespace gui {

class SearchDialog : public QDialog {
    Q_OBJECT
public:
    // `document` must outlive it.
    explicit SearchDialog(Document& document, QWidget* parent = nullptr);
    ~SearchDialog() override;

    // For the document's strategy as it is now; a search under way is given up.
    void start();
    void stop(); // what was found so far is shown
    bool isSearching() const { return m_stop != nullptr; }

signals:
    void chosen(const strategy::Strategy& strategy); // a row, by the user

private:
    using Answer = plan::Result<strategy::SearchResult>;

    void refreshButton();
    void tell(const strategy::SearchProgress& progress);
    void take(const Answer& answer);
    void addRow(const strategy::FoundStrategy& found);

    Document& m_document;
    QLabel* m_status;                          // children
    QPushButton* m_button;                     //
    SearchOptions* m_options;                  //
    ResultTable* m_table;                      //
    std::vector<strategy::Strategy> m_found;   // [row]
    std::shared_ptr<std::atomic<bool>> m_stop; // of the search under way
    NewestWork m_work;                         // last: its thread ends first
};

} // namespace gui
