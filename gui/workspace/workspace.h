// What is open, in the order of its tabs, and which of it is in front.

#pragma once

#include "gui/workspace/open_item.h"

#include <memory>
#include <vector>

namespace gui {

class OpenStrategy;
class ProgressStore;

// Owns every item. There is one in front unless there are none, or
// all of them were added behind it. GUI thread.
class Workspace : public QObject {
    Q_OBJECT
public:
    // `runProgram`: see findRunProgram().
    explicit Workspace(QString runProgram);
    ~Workspace() override;

    int count() const { return static_cast<int>(m_items.size()); }
    OpenItem& at(int place) const { return *m_items[static_cast<std::size_t>(place)]; }
    int placeOf(const OpenItem& item) const; // -1: it is not here

    OpenItem* current() const; // null: nothing is open
    int currentPlace() const { return m_current; }
    void setCurrent(int place);

    // Behind all others, and in front from then on.
    OpenItem& add(std::unique_ptr<OpenItem> item);
    // Likewise, and it is not brought to the front, even where there is nothing there.
    OpenItem& addBehind(std::unique_ptr<OpenItem> item);
    OpenStrategy& addStrategy();
    // What of it is not saved is lost. Where it was in front, the one after it comes there, or
    // else the one before it.
    void remove(int place);
    void move(int from, int to);

    const QString& runProgram() const { return m_runProgram; }
    // What was learned; read when first asked for.
    ProgressStore& progress();

signals:
    void added(int place); // before it is in front
    void aboutToRemove(int place);
    void removed(int place);
    void moved(int from, int to);
    void currentChanged();

private:
    QString m_runProgram;
    std::unique_ptr<ProgressStore> m_progress; // before the items, which refer to it
    std::vector<std::unique_ptr<OpenItem>> m_items;
    int m_current = -1;
};

} // namespace gui
