// Waits until what the window shows is complete, saves it as a PNG file, and says how that went:
// --screenshot.

#pragma once

#include "gui/window/main_window.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace gui {

// What --screenshot asks for.
struct PictureRequest {
    QString path;       // of the PNG file; its folder exists
    bool ofRun = false; // wait for a run to be shown, too
    int untilStep = -1; // complete; -1: until the run has ended
    std::chrono::milliseconds deadline{std::chrono::minutes{5}};
};

// The picture is complete once prediction and estimate belong to the document's strategy, or the
// strategy has a problem; and with `ofRun` once the step that was asked for has come, or the run
// has ended. The window must have been shown; an offscreen platform will do.
class Picture : public QObject {
    Q_OBJECT
public:
    // `document` and `window` must outlive this. `window` is the one that shows `document`.
    Picture(Document& document, MainWindow& window, PictureRequest request);

    // Call it once. The deadline counts from here, and done() is emitted from the event loop.
    void start();

signals:
    // Emitted once. Exit code 0: the picture is saved, and the sentence is empty. 1: the deadline
    // has passed, and what there was is saved; or the file cannot be written. The sentence, which
    // is translated, says which.
    void done(int exitCode, const QString& sentence);

private:
    // Saves the picture if it is complete or the deadline has passed. Called by the timer, since
    // completeness depends on several parts and no one signal announces it.
    void look();
    // The strategy's estimate is worked out, or the strategy cannot have one.
    bool isEstimated() const;
    bool isComplete() const;
    void save(bool late);

    Document& m_document;
    MainWindow& m_window;
    PictureRequest m_request;
    QTimer m_timer;
    QElapsedTimer m_since;
};

} // namespace gui
