// What a search is asked: how large a cluster it may take, how fast the result must be, and which
// fields of the strategy it may change. It starts and stops the search, and says how far that is.

#pragma once

#include "gui/search/open_search.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace gui {

// The fields keep what was typed when the strategy changes, and show the strategy's own number of
// devices where nothing was typed.
class SearchPanel : public QWidget {
    Q_OBJECT
public:
    // `search` must outlive the panel.
    explicit SearchPanel(OpenSearch& search, QWidget* parent = nullptr);

    // Starts a search as asked, or says why the words cannot be understood.
    void start();

private:
    // Devices, tokens per second and free fields as they are chosen now; the rest is left at its
    // defaults. Fails with a translated sentence where a word among the devices is no number.
    plan::Result<strategy::SearchAsked> asked() const;
    // The other way: what was asked before is chosen again.
    void setAsked(const strategy::SearchAsked& asked);
    void refresh();
    // Reports of a search come here, and its answer.
    void tell(const strategy::SearchProgress& progress);
    void tellAnswer();
    // A box for every field of strategy::FreeFields, all of them checked at first.
    QLayout* makeFields();

    OpenSearch& m_search;
    QLineEdit* m_devices;           // children
    QSpinBox* m_tokens;             //
    std::vector<QCheckBox*> m_free; // [field], as kFreeFields lists them
    QPushButton* m_button;          //
    QLabel* m_status;               //
};

} // namespace gui
