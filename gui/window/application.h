// The program from its command line to its window: opens what was asked for, a tab for each file,
// offers what an earlier program left unsaved, shows a run, takes a picture and ends.

#pragma once

#include "gui/window/command_line.h"
#include "gui/window/main_window.h"
#include "gui/window/picture.h"
#include "gui/window/recovery.h"
#include "gui/window/session_keeper.h"
#include "gui/workspace/workspace.h"

#include <QApplication>
#include <QSettings>

#include <memory>

namespace gui {

// Owns what is open, the window that shows it, and the settings. There is one for each program, on
// the GUI thread.
class Application : public QObject {
    Q_OBJECT
public:
    // Call useLanguage() and read the system's palette before. `application` must outlive this.
    Application(QApplication& application, CommandLine line);
    ~Application() override;

    // Opens what was asked for, and returns before anything has been worked out: the event loop
    // does the rest. Anything but 0 means that nothing is shown, that a sentence has been written
    // to the standard error, and that the program is to end with that exit code.
    int open();

private:
    bool isPicture() const { return m_line.isForFile(); }
    // What is open stays as it is, whichever window shows it.
    void makeWindow();
    // What a picture is to be taken of. A file that cannot be opened gives an exit code.
    int readFiles();
    // A tab for each, the last one in front; the window says what is wrong with a file.
    void openFiles();
    // Keeps the changes of every strategy that is open, and of those opened from now on.
    void keepChanges();
    // A run was given on the command line, or files.
    bool hasRun() const { return !m_line.attach.isEmpty() || !m_line.replay.isEmpty(); }
    bool isAskedFor() const
    {
        return hasRun() || !m_line.files.isEmpty() || !m_line.lesson.isEmpty();
    }
    // It is there to look at a run: what other windows keep is none of its business.
    bool isOfRunAlone() const { return hasRun() && m_line.files.isEmpty(); }
    // What was open before, saved or not, is open in this window as well.
    bool reopens() const;
    // Opens what was open when the last window was closed; false: there is nothing to be had.
    bool reopen();
    // What was left unsaved comes back.
    void recover();
    void showRun();
    void presentLesson();
    void takePicture();
    // Remembered in the settings. Another language makes another window.
    void setLook(const Look& look);
    // For benchmarks: prints how long opening took, where BUBBLESCOPE_TIMING is set.
    void reportTiming();
    void reportFirst(int track, const QString& words);
    // Shows the sentence in the window; where a picture is to be taken, writes it to the standard
    // error and ends the program with 2.
    void mistake(const QString& sentence);

    QApplication& m_application;
    CommandLine m_line;
    QSettings m_settings;
    QPalette m_systemPalette; // as it was before a theme was applied
    Look m_look;
    Workspace m_workspace;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<Picture> m_picture;
    SessionKeeper m_session;
    std::unique_ptr<FileLock> m_sessionLock; // null: this window does not keep the session
    Recovery m_recovery;
};

} // namespace gui
