// Brings back what windows before this one left unsaved.

#pragma once

#include "gui/document/autosave.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <vector>

namespace gui {

class MainWindow;
class OpenItem;
class OpenStrategy;
class Workspace;

// Everything at once, with one notice and one answer. GUI thread.
class Recovery : public QObject {
    Q_OBJECT
public:
    // The workspace must outlive it.
    explicit Recovery(Workspace& workspace, QObject* parent = nullptr);

    // Opens all of it, each in the tab of its file where that is open, and says so in the sheet in
    // front, with a way to do without it. `front` is in front then; null: the newest of it.
    void restore(std::vector<LeftBehind> left, MainWindow& window, const OpenItem* front = nullptr);
    // Asks first.
    void offer(std::vector<LeftBehind> left, MainWindow& window);

private:
    void restoreAll();
    void discardRestored();
    void ask(MainWindow& window, const QString& text, const QString& accept, const QString& refuse,
             const std::function<void()>& onAccept, const std::function<void()>& onRefuse);
    QString names() const;

    Workspace& m_workspace;
    std::vector<LeftBehind> m_left;
    std::vector<QPointer<OpenStrategy>> m_restored;
};

} // namespace gui
