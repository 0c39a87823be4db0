// Keeps what is open in the settings, and opens it again.

#pragma once

#include "gui/exchange/import_queue.h"
#include "gui/window/session.h"
#include "gui/window/session_made.h"

#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QTimer>

#include <map>
#include <set>
#include <vector>

namespace gui {

class MainWindow;
class OpenItem;
class OpenStrategy;
class Workspace;

// Written a moment after every change, so that a window that is killed can be gone on with, too.
// GUI thread.
class SessionKeeper : public QObject {
    Q_OBJECT
public:
    // Both must outlive it.
    SessionKeeper(Workspace& workspace, QSettings& settings, QObject* parent = nullptr);

    // The window that shows the workspace; another one after a change of language.
    void setWindow(MainWindow* window);

    // Opens what was kept, behind what is open, and brings to the front what was there. Files of
    // other frameworks, and what was made from them, come later. The strategy in the file
    // `withoutRun` is opened without its run: it is to show another. False: there was nothing, or
    // nothing of it is open yet.
    bool restore(const QString& withoutRun = {});
    // What is in front stays there, whatever is still to come.
    void keepFront();
    // What could not be opened so far: paths and names, in order.
    const QStringList& missing() const { return m_missing; }
    // The same as a sentence; empty: nothing is missing.
    QString missingSentence() const;

    // From now on changes are kept.
    void begin();
    // What is open now. Call it before what was changed is given up.
    void write();

private:
    Session current() const;
    // Of a document. `isReferredTo`: by what was made from it, for which it is kept whatever it is.
    SessionTab documentTab(const OpenItem& item, bool isReferredTo) const;
    void addShown(SessionTab& tab, const OpenItem& item) const;
    void open(std::size_t place);
    void openLesson(std::size_t place, const SessionTab& tab);
    std::unique_ptr<OpenItem> made(const SessionTab& tab);
    void beginRun(OpenStrategy& item, const SessionTab& tab);
    void takeImport(const QString& path, const ForeignFile& file);
    OpenItem* openedElsewhere(const QString& path) const;
    // What was made from others, once they are open.
    void openMade();
    // Stands in that tab from now on.
    void settle(std::size_t tab, OpenItem& item);
    void attach(OpenStrategy& item, const QString& run);
    void showAsBefore(const OpenItem& item);
    QString foreignPath(const SessionTab& tab) const;

    Workspace& m_workspace;
    QSettings& m_settings;
    QPointer<MainWindow> m_window;
    std::map<const OpenItem*, SessionTab> m_shown; // of those whose sheets were not made yet
    std::map<const OpenItem*, QString> m_runs;     // that are being looked for
    Session m_restored;
    std::vector<QPointer<OpenItem>> m_opened; // [tab of m_restored]; null: not yet, or closed
    QPointer<OpenItem> m_inFront;             // instead of what is still to come
    bool m_keepsFront = false;
    QString m_withoutRun;    // a path
    TracesByFolder m_traces; // that were read; until all are
    QStringList m_missing;
    QTimer m_soon;
    bool m_keeps = false;
    ImportQueue m_imports; // last: its thread ends first
};

} // namespace gui
