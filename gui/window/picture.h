// Waits until what the window shows is complete, saves it as a picture, a figure or a report, and
// says how that went: --screenshot, --figure, --report.

#pragma once

#include "gui/export/figure.h"
#include "gui/window/strategy_sheet.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace gui {

// What is asked for.
struct PictureRequest {
    QString path;       // of the PNG file; its folder exists; empty: none is wanted, as below
    QString figure{};   // of the file of the timeline drawn
    FigureLook look{};  // of that
    QString report{};   // of the HTML file
    bool ofRun = false; // wait for a run to be shown, too
    int untilStep = -1; // complete; -1: until the run has ended
    std::chrono::milliseconds deadline{std::chrono::minutes{5}};
};

// The picture is complete once prediction and estimate, and what else the figure is to show, belong
// to the document's strategy, or the strategy has a problem; and with `ofRun` once the step that
// was asked for has come, or the run has ended. The window must have been shown; an offscreen
// platform will do.
class Picture : public QObject {
    Q_OBJECT
public:
    // Both must outlive this; `sheet` is in front in `window`.
    Picture(StrategySheet& sheet, QWidget& window, PictureRequest request);

    // Call it once. The deadline counts from here, and done() is emitted from the event loop.
    void start();

signals:
    // Emitted once. Exit code 0: the picture is saved. 1: the deadline has passed, and what there
    // was is saved; or the file cannot be written. The sentence, which is translated, says which,
    // and what the figure was to show and could not; empty: there is nothing to say.
    void done(int exitCode, const QString& sentence);

private:
    // Saves the picture if it is complete or the deadline has passed. Called by the timer, since
    // completeness depends on several parts and no one signal announces it.
    void look();
    // The strategy's estimate is worked out, or the strategy cannot have one.
    bool isEstimated() const;
    // What the figure is to show besides ops has been worked out, where it can be.
    bool hasExtras() const;
    bool isComplete() const;
    void save(bool late);
    // The file that could not be written; empty: all were.
    QString writeFiles();
    // One line for each thing that the figure was to show and `there` lacks.
    QString missingExtras(const FigureExtras& there) const;

    StrategySheet& m_sheet;
    QWidget& m_window;
    PictureRequest m_request;
    QTimer m_timer;
    QElapsedTimer m_since;
    QString m_remark; // on what was written
};

} // namespace gui
