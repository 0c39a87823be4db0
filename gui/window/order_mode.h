// Editing the schedule by hand, as a mode of a strategy's timeline: the gestures of the timeline,
// the edits of the document, and the bar over both.

#pragma once

#include "gui/byhand/order_edit.h"

#include <QObject>

class QWidget;

namespace gui {

class ActionRegistry;
class OrderBar;
class TimelinePanel;

class OrderMode : public QObject {
    Q_OBJECT
public:
    // Gives the actions of `sheet` that have to do with it their handlers. All must outlive it but
    // the parent of the bar, which owns that.
    OrderMode(Document& document, TimelinePanel& panel, ActionRegistry& actions, QWidget* sheet);

    OrderBar& bar() { return *m_bar; } // hidden while the mode is off
    OrderEdit& edit() { return m_edit; }

    bool isOn() const { return m_isOn; }
    void setOn(bool on);

signals:
    void turnedOn();

private:
    void shade();
    void fuse();
    void split();
    void refreshActions();

    Document& m_document;
    TimelinePanel& m_panel;
    ActionRegistry& m_actions;
    OrderEdit m_edit;
    OrderBar* m_bar; // child of the sheet
    bool m_isOn = false;
};

} // namespace gui
