// Waits until what the window shows is complete, saves it as a PNG file, and says how that went:
// --screenshot.

#pragma once

#include "gui/window/main_window.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace gui {

struct PictureRequest {
    QString path;       // of the PNG file; its folder exists
    bool ofRun = false; // wait for a run to be shown, too
    int untilStep = -1; // complete; -1: until the run has ended
    std::chrono::milliseconds deadline{std::chrono::minutes{5}};
};

class Picture : public QObject {
    Q_OBJECT
public:
    // `document` and `window` must outlive this. start() once.
    Picture(Document& document, MainWindow& window, PictureRequest request);

    void start();

signals:
    // 0: saved. 1: the deadline passed (what there was is saved), or the file cannot be written.
    void done(int exitCode, const QString& sentence);

private:
    void look();
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
