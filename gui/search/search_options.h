// How large a cluster a search may take, how fast the result must be, and which fields of the
// strategy it may change.

#pragma once

#include "engine/strategy/search/search.h"
#include "gui/document/document.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QLineEdit;
class QSpinBox;

namespace gui {

class SearchOptions : public QWidget {
    Q_OBJECT
public:
    // `document` must outlive it.
    explicit SearchOptions(Document& document, QWidget* parent = nullptr);

    // Devices, tokens a second and free fields as chosen; the rest is the asker's. Fails with a
    // translated sentence where the devices are no numbers.
    plan::Result<strategy::SearchAsked> asked() const;

signals:
    void entered(); // Return behind the devices

private:
    void refresh();
    QWidget* makeFields();

    Document& m_document;
    QLineEdit* m_devices;           // children
    QSpinBox* m_tokens;             //
    std::vector<QCheckBox*> m_free; // [field]
};

} // namespace gui
