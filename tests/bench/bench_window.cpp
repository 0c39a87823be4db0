// How long it takes from a change of the strategy to its picture on screen, and to the critical
// path over it: 64 ranks, about 512 microbatches, a window area of 1200 x 800, without a display.

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

bool waitForCauses(const gui::Document& document)
{
    QElapsedTimer since;
    since.start();
    while (!document.causes() && since.elapsed() < kDeadlineMs)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 5);
    return document.causes() != nullptr;
}

void print(const char* what, std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    std::printf("edit to %s, 64 ranks x 512 microbatches, %zu edits: median %.1f ms, p95 %.1f ms, "
                "max %.1f ms\n",
                what, times.size(), times[times.size() / 2], times[times.size() * 95 / 100],
                times.back());
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

    std::vector<double> pictures;
    std::vector<double> causes;
    for (int i = 0; i < kEdits; ++i) {
        strategy.batch.global = 512 + 1 + i % 2;
        QElapsedTimer edit;
        edit.start();
        document.edit(QStringLiteral("bench"), QStringLiteral("batch.global"), strategy);
        if (!waitForPicture(document, area))
            return 1;
        pictures.push_back(static_cast<double>(edit.nsecsElapsed()) / 1e6);
        if (!waitForCauses(document))
            return 1;
        causes.push_back(static_cast<double>(edit.nsecsElapsed()) / 1e6);
    }
    print("picture", pictures);
    print("critical path", causes);
    return 0;
}
