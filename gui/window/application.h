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

class Application : public QObject {
    Q_OBJECT
public:
    // Call useLanguage() and read the system's palette before. `application` must outlive this.
    Application(QApplication& application, CommandLine line);
    ~Application() override;

    // Opens what was asked for; the event loop does the rest. Not 0: nothing was opened, a sentence
    // was written, and that is the exit code.
    int open();

private:
    struct Window; // a document with its runs and its main window

    Window& addWindow();
    int openFile(Window& window, const QString& path);
    void offerLeftBehind(Window& window);
    void showRun(Window& window);
    void adoptRunStrategy(Window& window);
    void takePicture(Window& window);
    void setTheme(ThemeChoice choice);
    // For benchmarks: prints how long opening took, where BUBBLESCOPE_TIMING is set.
    void reportTiming(Window& window);
    void reportFirst(Window& window, int track, const QString& words);
    void mistake(Window& window, const QString& sentence);

    QApplication& m_application;
    CommandLine m_line;
    QSettings m_settings;
    QPalette m_systemPalette;
    ThemeChoice m_theme = ThemeChoice::System;
    std::vector<std::unique_ptr<Window>> m_windows;
    std::unique_ptr<Picture> m_picture;
    std::vector<LeftBehind> m_leftBehind; // to be offered
};

} // namespace gui
