// How long the GUI thread takes for views that draw all they have: devices by node, with and
// without one under the pointer, and a table of 10 000 strategies that is filled. A window area of
// 1200 x 800, without a display.

#include "gui/cluster/cluster_state.h"
#include "gui/cluster/device_view.h"
#include "gui/document/document.h"
#include "gui/search/result_table.h"
#include "tests/gui/modelled.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

constexpr int kTimes = 30;
constexpr int kDeadlineMs = 10'000;

void print(const char* what, std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    std::printf("%s: median %.1f ms, worst of %zu %.1f ms\n", what, times[times.size() / 2],
                times.size(), times.back());
}

// From 8 devices of one data rank on.
bool devices(int dataRanks)
{
    gui::Document document;
    strategy::Strategy strategy = gui::test::llama();
    strategy.parallel.data = dataRanks;
    strategy.batch.global = 8 * dataRanks;
    document.start(strategy);
    QElapsedTimer since;
    since.start();
    while (!document.isPredictionCurrent() && since.elapsed() < kDeadlineMs)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 5);
    gui::ClusterState state;
    state.setFacts({document.prediction(), nullptr, {}});
    gui::DeviceView view(state);
    view.resize(1200, 800);
    view.show();
    if (state.map().devices() != 8LL * dataRanks)
        return false;
    const auto draw = [&](const char* what, int device) {
        std::vector<double> times;
        for (int i = 0; i < kTimes; ++i) {
            QElapsedTimer painting;
            painting.start();
            // From one device to the next.
            state.setHovered(device < 0 ? -1 : device + i);
            view.viewport()->grab();
            times.push_back(static_cast<double>(painting.nsecsElapsed()) / 1e6);
        }
        print(qPrintable(QStringLiteral("%1 devices %2").arg(8 * dataRanks).arg(what)), times);
    };
    draw("drawn", -1);
    draw("with one under the pointer", 8 * dataRanks / 2);
    return true;
}

void rows()
{
    std::vector<gui::ResultRow> rows(10'000);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].leading = {QString::number(i)};
        rows[i].numbers = gui::ResultNumbers{0.25, 1000, 0.5, 0.125, 1 << 30};
        rows[i].trailing = {QStringLiteral("fits")};
    }
    gui::ResultTable table;
    table.resize(1200, 800);
    table.show();
    std::vector<double> times;
    for (int i = 0; i < kTimes; ++i) {
        QElapsedTimer filling;
        filling.start();
        table.setRows({QStringLiteral("value")}, {QStringLiteral("does it fit")}, rows);
        times.push_back(static_cast<double>(filling.nsecsElapsed()) / 1e6);
    }
    print("10 000 strategies put into the table", times);
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    rows();
    return devices(512) && devices(1 << 15) && devices(1 << 17) ? 0 : 1;
}
