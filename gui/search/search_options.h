// The options of the search dialog: how large a cluster a search may take, how fast the result must
// be, and which fields of the strategy the search may change.

#pragma once

#include "engine/strategy/search/search.h"
#include "gui/document/document.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QLineEdit;
class QSpinBox;

namespace gui {

// Input fields only; the dialog starts the search. They keep what was typed when the strategy
// changes, and show the strategy's own number of devices where nothing was typed.
class SearchOptions : public QWidget {
    Q_OBJECT
public:
    // `document` must outlive the widget, which never changes it.
    explicit SearchOptions(Document& document, QWidget* parent = nullptr);

    // Devices, tokens per second and free fields as they are chosen now; the rest is left at its
    // defaults for the asker to fill in. An empty list of devices means the strategy's own number.
    // Fails with a translated sentence where a word in that list is no number of devices.
    plan::Result<strategy::SearchAsked> asked() const;

    // Emitted when the user presses Return in the line of devices, which asks for a search.
signals:
    void entered();

private:
    void refresh();
    // A box for every field of strategy::FreeFields, all of them checked at first.
    QWidget* makeFields();

    Document& m_document;
    QLineEdit* m_devices;           // children
    QSpinBox* m_tokens;             //
    std::vector<QCheckBox*> m_free; // [field], as kFreeFields lists them
};

} // namespace gui
