// The dialog that looks for the fastest strategies that fit the cluster, and shows them in a table.
// Opening a row hands its strategy over; nothing else here changes the document.

#pragma once

#include "gui/search/result_table.h"
#include "gui/search/search_options.h"

#include <QDialog>

#include <atomic>
#include <memory>

class QLabel;
class QPushButton;

namespace gui {

// One search at a time, on a thread of its own. While it goes on, the status line counts what has
// been looked at.
class SearchDialog : public QDialog {
    Q_OBJECT
public:
    // `document` must outlive the dialog. The search starts from the document's strategy as it is
    // when start() is called, and does not follow later changes.
    explicit SearchDialog(Document& document, QWidget* parent = nullptr);
    // Stops the search under way and waits for it.
    ~SearchDialog() override;

    // Starts a search; one under way is given up and its result dropped. Does nothing where the
    // strategy has no model or has a problem, and says why in the status line where the options
    // cannot be understood.
    void start();
    // Returns at once; the search ends soon after.
    void stop(); // what was found so far is shown
    bool isSearching() const { return m_stop != nullptr; }

    // Emitted when the user opens a row of the table, with the strategy that was found.
signals:
    void chosen(const strategy::Strategy& strategy);

private:
    using Answer = plan::Result<strategy::SearchResult>;

    // "Search" or "Stop", and whether either can be done now.
    void refreshButton();
    // Reports of a search come here through the event loop, its answer by way of m_work.
    void tell(const strategy::SearchProgress& progress);
    void take(const Answer& answer);
    void addRow(const strategy::FoundStrategy& found);

    Document& m_document;
    QLabel* m_status;                        // children
    QPushButton* m_button;                   //
    SearchOptions* m_options;                //
    ResultTable* m_table;                    //
    std::vector<strategy::Strategy> m_found; // [row]
    std::shared_ptr<std::atomic<bool>>
        m_stop;        // of the search under way, which shares it; else null
    NewestWork m_work; // last: its thread ends first
};

} // namespace gui
