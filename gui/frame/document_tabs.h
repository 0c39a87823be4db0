// One tab for each sheet that is open, with what is to be known of it: its name, whether it has
// changes that are in no file, and whether a run goes on in it.

#pragma once

#include <QTabBar>

namespace gui {

struct TabLook {
    QString title; // plain; elided in the middle where there is no room
    QString tip{};
    bool isModified = false; // " *" behind the title
    QString mark{};          // before the title: "●" of a run that goes on, "▲", "■"

    bool operator==(const TabLook&) const = default;
};

// Moved with the mouse, closed by its cross, the middle button or Ctrl+W. Tabs are told apart by
// their place, which changes with tabMoved().
class DocumentTabs : public QTabBar {
    Q_OBJECT
public:
    explicit DocumentTabs(QWidget* parent = nullptr);

    void setLook(int place, const TabLook& look);

protected:
    QSize tabSizeHint(int place) const override;
    QSize minimumTabSizeHint(int place) const override;
    void tabInserted(int place) override;
    void tabRemoved(int place) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
};

} // namespace gui
