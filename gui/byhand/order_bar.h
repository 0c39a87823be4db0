// The line over the timeline while the schedule is edited by hand: what to do, what is in the way,
// and what else can be done with the order.

#pragma once

#include "gui/byhand/order_edit.h"

#include <QWidget>

class QAction;
class QLabel;
class QMenu;
class QToolButton;

namespace gui {

class OrderBar : public QWidget {
    Q_OBJECT
public:
    // Both must outlive it, as must `run`, the action that starts the strategy.
    OrderBar(Document& document, OrderEdit& edit, QAction* run, QWidget* parent = nullptr);

    QString sentence() const; // that it shows
    bool isWarning() const { return m_isWarning; }

    // Ask for a file.
    void openCsv();
    void saveCsv();

signals:
    void doneWanted();
    void failed(const QString& sentence);
    void said(const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyLook();
    void refresh();
    void fillResetMenu();

    Document& m_document;
    OrderEdit& m_edit;
    QLabel* m_text; // children
    QToolButton* m_order;
    QToolButton* m_run;
    QToolButton* m_done;
    QMenu* m_reset;
    bool m_isWarning = false;
};

} // namespace gui
