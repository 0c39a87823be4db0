// How long it takes from a change of the strategy to its picture on screen, and to the critical
// path over it: 64 ranks, about 512 microbatches, a window area of 1200 x 800, without a display;
// with unit costs, and with those of the cost model.

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

void print(const char* what, const char* costs, std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    std::printf(
        "edit to %s, %s, 64 ranks x 512 microbatches, %zu edits: median %.1f ms, p95 %.1f ms, "
        "max %.1f ms\n",
        what, costs, times.size(), times[times.size() / 2], times[times.size() * 95 / 100],
        times.back());
}

bool measure(gui::Document& document, gui::TimelineArea& area, strategy::Strategy strategy)
{
    document.start(strategy);
    if (!waitForPicture(document, area))
        return false;
    std::vector<double> pictures;
    std::vector<double> causes;
    for (int i = 0; i < kEdits; ++i) {
        strategy.batch.global = 512 + 1 + i % 2;
        QElapsedTimer edit;
        edit.start();
        document.edit(QStringLiteral("bench"), QStringLiteral("batch.global"), strategy);
        if (!waitForPicture(document, area))
            return false;
        pictures.push_back(static_cast<double>(edit.nsecsElapsed()) / 1e6);
        if (!waitForCauses(document))
            return false;
        causes.push_back(static_cast<double>(edit.nsecsElapsed()) / 1e6);
    }
    const char* costs = strategy.model ? "cost model" : "unit costs";
    print("picture", costs, pictures);
    print("critical path", costs, causes);
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    gui::Document document;
    gui::RunController controller(document, {});
    gui::RunView view(document, controller);
    gui::Estimator estimator(document);
    gui::TimelineArea area(document, controller, view, estimator);
    area.resize(1200, 800);
    area.show();

    strategy::Strategy strategy;
    strategy.parallel.pipeline = 64;
    strategy.batch.global = 512;
    if (!measure(document, area, strategy))
        return 1;
    strategy.model.emplace();
    strategy.model->layers = 64;
    return measure(document, area, strategy) ? 0 : 1;
}
