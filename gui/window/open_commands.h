// What opens something in a window: files of every kind that can be read, the built-in strategy,
// and those that were open lately.

#pragma once

#include "engine/strategy/problem.h"
#include "engine/strategy/strategy.h"

#include "gui/exchange/import_queue.h"
#include "gui/live/run_program.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <vector>

class QMenu;
class QSettings;
class QWidget;

namespace gui {

class OpenItem;
class OpenStrategy;
class ProgressStore;
class Workspace;

// The strategy that a window begins with. It is built into the program; a strategy of defaults
// where it cannot be read.
strategy::Strategy builtInStrategy();

// Opens things as items of a workspace. Dialogs are not waited for.
class OpenCommands : public QObject {
    Q_OBJECT
public:
    // All must outlive this object. Dialogs are children of `window`.
    OpenCommands(Workspace& workspace, QSettings& settings, QWidget* window);
    ~OpenCommands() override;

    // The start page, which is brought to the front where it is open already.
    void openStart();
    // A tab with the built-in strategy, in no file.
    OpenStrategy& openNew();
    // A tab with that strategy, in no file.
    OpenStrategy& openStrategy(const strategy::Strategy& strategy);
    // Of presetPaths(), in no file.
    void openPreset(const QString& path);
    // The one in front, where nothing has been done in it yet; else null.
    OpenStrategy* freePlace() const;
    // Of the course by its name, perhaps with a step, its number or its id, behind a colon:
    // "cut-the-batch:2"; or a file. Brought to the front where it is open already.
    void openLesson(const QString& wanted);
    // That of today, which is brought to the front where it is open already.
    void openChallenge();
    // What is kept of lessons, the same for every page and every lesson of this window.
    ProgressStore& progress();
    void open(); // asks which
    // Brings the file to the front where it is open already; else opens it, and emits opened() or
    // failed(), where everything stays as it was. A file that is not ours is read on a thread.
    void openPath(const QString& path);
    // Each of them; those that cannot be opened are told of together, once the last was read.
    void openPaths(const QStringList& paths);
    // Nothing is being read any more.
    bool isIdle() const { return !m_imports.isBusy(); }

    // Fills the menu now, and each time that it is about to be shown. `menu` may be destroyed
    // first.
    void keepRecent(QMenu* menu);

    // `text` is translated and may have several lines; `path` is as it was given or chosen.
signals:
    void failed(const QString& text);
    void opened(const QString& path);
    void imported(gui::OpenItem& item, const QString& summary); // of what was lost; in front
    void recordingWanted(const QString& path);                  // it is one, and is to be shown
    void orderWanted(const QString& path);                      // it is one, for what is in front
    void runWanted(const gui::RunEntry& run);                   // likewise
    void courseWanted();                                        // all lessons are to be shown
    void runListWanted();                                       // one of them is to be shown
    void recordingsWanted();                                    // likewise

private:
    void fillRecent(QMenu* menu);
    // False: that file is not open.
    bool raise(const QString& path);
    void take(const QString& path, const ForeignFile& file);
    void tellUnopened();

    struct Unopened {
        QString path;         // empty: each problem begins with it
        QStringList problems; // a line each
    };

    OpenItem* openedLesson(const QString& source) const; // null: it is not open

    Workspace& m_workspace;
    QSettings& m_settings;
    QWidget* m_window; // not owned
    ImportQueue m_imports;
    std::vector<Unopened> m_unopened; // not told yet
    bool m_opensMore = false;         // in openPaths()
};

} // namespace gui
