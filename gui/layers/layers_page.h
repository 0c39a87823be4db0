// The layers of a strategy on its devices, to be divided anew by hand: the model in one line, the
// ranks with their stages, and a line that says what is in the way.

#pragma once

#include "gui/estimate/estimator.h"
#include "gui/layers/layer_edit.h"

#include <QWidget>

class QLabel;
class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace gui {

class LayerGrid;
class LayerStrip;

class LayersPage : public QWidget {
    Q_OBJECT
public:
    // Both must outlive it; it follows them.
    LayersPage(Document& document, const Estimator& estimator, QWidget* parent = nullptr);

    LayerStrip& strip() { return *m_strip; }
    LayerGrid& grid() { return *m_grid; }
    QString sentence() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyLook();
    void refresh();
    void refreshFacts();

    Document& m_document;
    const Estimator& m_estimator;
    LayerEdit m_edit;
    QWidget* m_head; // children
    QLabel* m_text;
    QToolButton* m_even;
    LayerStrip* m_strip;
    LayerGrid* m_grid;
    QScrollArea* m_scroll;
    QLabel* m_none;
};

} // namespace gui
