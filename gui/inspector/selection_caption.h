// What is selected in a timeline, in a few words, for where there is no room for the inspector.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/timeline/timeline_panel.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace gui {

// Of an op or a bubble its story, of an area the largest lines of its ledger. GUI thread.
class SelectionCaption : public QObject {
    Q_OBJECT
public:
    explicit SelectionCaption(QObject* parent = nullptr);

    // From now on it is about that one, which may be destroyed at any time. Null: about none.
    void follow(TimelinePanel* panel);

    // Plain text in one line; empty: nothing is selected.
    const QString& text() const { return m_text; }

signals:
    void changed();

private:
    void refresh();
    void say(const QStringList& lines);

    QPointer<TimelinePanel> m_panel;
    std::unique_ptr<QObject> m_links; // to the panel and its state
    QString m_text;
    NewestWork m_work; // counts the area; last: its thread ends first
};

} // namespace gui
