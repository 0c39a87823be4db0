// The program from its command line to its windows: opens what was asked for, one window for each
// file, offers what an earlier program left unsaved, shows a run, takes a picture and ends.

#pragma once

#include "gui/document/autosave.h"
#include "gui/window/command_line.h"
#include "gui/window/picture.h"

#include <QApplication>
#include <QSettings>

#include <memory>
#include <vector>

namespace gui {

// Owns every window with its document and runs, and the settings that they share. There is one for
// each program, on the GUI thread.
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
    struct Window; // a document with its runs and its main window

    // The window is not shown yet. The reference stays valid as long as this object.
    Window& addWindow();
    // Where a picture is to be taken, a file that cannot be opened gives an exit code; otherwise
    // the window says what is wrong with it, and 0 is returned. An empty path gives the built-in
    // strategy.
    int openFile(Window& window, const QString& path);
    // Asks in `window` about one strategy that was left unsaved, and about the next once that is
    // decided.
    void offerLeftBehind(Window& window);
    void showRun(Window& window);
    void takePicture(Window& window);
    // For all windows, and remembered in the settings.
    void setTheme(ThemeChoice choice);
    // For benchmarks: prints how long opening took, where BUBBLESCOPE_TIMING is set.
    void reportTiming(Window& window);
    void reportFirst(Window& window, int track, const QString& words);
    // Shows the sentence in the window; where a picture is to be taken, writes it to the standard
    // error and ends the program with 2.
    void mistake(Window& window, const QString& sentence);

    QApplication& m_application;
    CommandLine m_line;
    QSettings m_settings;
    QPalette m_systemPalette; // as it was before a theme was applied
    ThemeChoice m_theme = ThemeChoice::System;
    std::vector<std::unique_ptr<Window>> m_windows;
    std::unique_ptr<Picture> m_picture;
    std::vector<LeftBehind> m_leftBehind; // to be offered
};

} // namespace gui
