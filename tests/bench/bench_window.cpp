// How long it takes from a change of the strategy to its picture on screen: 64 ranks, about 512
// microbatches, a window area of 1200 x 800, without a display.

#include "gui/window/timeline_area.h"

#include <QApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

constexpr int kEdits = 60;
constexpr int kDeadlineMs = 10'000;

bool waitForPicture(gui::Document& document, gui::TimelineArea& area)
{
    QElapsedTimer since;
    since.start();
    while (!document.isPredictionCurrent() && since.elapsed() < kDeadlineMs)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 5);
    return document.isPredictionCurrent() && area.panel().finishFrame();
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    gui::Document document;
    gui::RunController controller(document, {});
    gui::RunView view(controller);
    gui::TimelineArea area(document, controller, view);
    area.resize(1200, 800);
    area.show();

    strategy::Strategy strategy;
    strategy.parallel.pipeline = 64;
    strategy.batch.global = 512;
    document.start(strategy);
    if (!waitForPicture(document, area))
        return 1;

    std::vector<double> times;
    for (int i = 0; i < kEdits; ++i) {
        strategy.batch.global = 512 + 1 + i % 2;
        QElapsedTimer edit;
        edit.start();
        document.edit(QStringLiteral("bench"), QStringLiteral("batch.global"), strategy);
        if (!waitForPicture(document, area))
            return 1;
        times.push_back(static_cast<double>(edit.nsecsElapsed()) / 1e6);
    }
    std::sort(times.begin(), times.end());
    std::printf("edit to picture, 64 ranks x 512 microbatches, %d edits: median %.1f ms, p95 %.1f "
                "ms, max %.1f ms\n",
                kEdits, times[times.size() / 2], times[times.size() * 95 / 100], times.back());
    return 0;
}
