// What the devices of a run count, as the window shows it.

#include "gui/charts/device_chart.h"
#include "gui/charts/step_chart.h"
#include "gui/charts/step_stack.h"
#include "gui/window/language.h"
#include "gui/window/main_window.h"
#include "gui/window/strategy_sheet.h"
#include "tests/gui/trained.h"

#include <QLabel>
#include <QSettings>
#include <QTest>

#include <algorithm>

using namespace gui;
using gui::test::Trained;

class tst_Devices : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void devicesAreDrawnWhereTheyCount();
    void slowedStretchesAreJoinedAndNamed();
    void samplesOfADeviceFindTheirStep();
};

void tst_Devices::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_Devices::devicesAreDrawnWhereTheyCount()
{
    Trained run({.steps = 20, .slowRank = 2, .slowSince = 8, .slowUntil = 12, .gpus = true});
    QTRY_VERIFY(run.ended());
    Trained without({.steps = 3});
    QTRY_VERIFY(without.ended());
    QSettings settings(run.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    WindowOptions options;
    options.keepLayout = false;
    MainWindow window(run.workspace, settings, options);
    window.resize(1280, 800);
    window.show();
    RunCharts& charts = window.strategySheet()->charts();
    const auto hasPage = [&window] {
        const auto pages = window.frame().drawer().pages();
        return std::any_of(pages.begin(), pages.end(), [](const DrawerPage& page) {
            return page.id == QStringLiteral("devices");
        });
    };
    QVERIFY(hasPage()); // it was read before there was a window
    run.controller.replayPath(without.directory.filePath(QStringLiteral("events.bslog")));
    QTRY_VERIFY(charts.steps()->curve(QStringLiteral("loss"))
                && charts.steps()->curve(QStringLiteral("loss"))->values.lastStep() == 2);
    QVERIFY(!hasPage());

    run.controller.replayPath(run.directory.filePath(QStringLiteral("events.bslog")));
    auto* chart = charts.devices();
    const auto tip
        = [&](DeviceCounter counter, int step) { return chart->chart(counter).tipOf(step); };
    QTRY_VERIFY(tip(DeviceCounter::Power, 19).startsWith(QStringLiteral("step 19")));
    QVERIFY(hasPage());
    QCOMPARE(chart->slowedText(), QStringLiteral("Slowed in steps 8 to 11: rank 2, power cap."));
    const QString slow = tip(DeviceCounter::Clock, 9);
    QVERIFY2(slow.contains(QStringLiteral(", rank 2\n"))
                 && slow.contains(QStringLiteral("rank 2 slowed: power cap")),
             qPrintable(slow));
    QVERIFY(!tip(DeviceCounter::Clock, 12).contains(QStringLiteral("slowed")));
    QVERIFY(tip(DeviceCounter::Memory, 5).contains(QStringLiteral("GiB")));
    const auto labels = window.findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text()
            == QStringLiteral("cuda:0, NVIDIA H100 80GB HBM3, driver 580.65.06, CUDA 13.0");
    }));
    const auto& peaks = run.view.run()->devicePeaks;
    QCOMPARE(peaks.size(), 4u);
    QVERIFY(peaks[0] > peaks[3] && peaks[3] > std::uint64_t{30} << 30); // more in flight
    run.controller.leave();
    QVERIFY(chart->isEmpty() && !hasPage());
}

void tst_Devices::slowedStretchesAreJoinedAndNamed()
{
    using telemetry::Throttle;
    DeviceChart chart;
    const auto step = [&chart](int number, const std::map<int, Throttle>& slowed) {
        measured::DeviceStep made{.step = number};
        for (const int rank : {0, 1, 2, 3, 4, 5}) {
            telemetry::DeviceSample sample{.throttle = 0, .celsius = std::uint8_t(50 + rank)};
            if (const auto why = slowed.find(rank); why != slowed.end())
                sample.throttle = std::uint16_t(why->second);
            made.ranks[rank].add(sample);
        }
        chart.add({made});
    };
    step(0, {});
    QCOMPARE(chart.slowedText(), QString());
    step(3, {{1, Throttle::PowerCap}});
    QCOMPARE(chart.slowedText(), QStringLiteral("Slowed in step 3: rank 1, power cap."));
    // A step in which nothing was sampled does not part them.
    step(7, {{0, Throttle::HardwareThermal}, {1, Throttle::PowerCap}});
    QCOMPARE(chart.slowedText(),
             QStringLiteral("Slowed in steps 3 to 7: ranks 0, 1, power cap, too hot (hardware)."));
    step(8, {{2, Throttle::Idle}, {3, Throttle::ApplicationClocks}}); // no fault
    QCOMPARE(chart.slowed().size(), 1u);
    std::map<int, Throttle> all;
    for (int rank = 0; rank < 6; ++rank)
        all[rank] = Throttle::SoftwareThermal;
    step(9, all);
    QCOMPARE(chart.slowedText(),
             QStringLiteral("Slowed in step 9: ranks 0, 1, 2, 3 and 2 more, too hot (driver). "
                            "Earlier stretches: 1."));
    const QString tip = chart.chart(DeviceCounter::Temperature).tipOf(9);
    QVERIFY2(tip.startsWith(QStringLiteral("step 9\nhottest: 55.0 °C\nlowest: 50.0, rank 0\n"
                                           "highest: 55.0, rank 5\nrank 0 slowed")),
             qPrintable(tip));
    // However often it happens, memory is bounded.
    for (int number = 10; number < 10 + 4 * int(DeviceChart::kMostSlowed); number += 2) {
        step(number, {});
        step(number + 1, {{0, Throttle::PowerCap}});
    }
    QCOMPARE(chart.slowed().size(), DeviceChart::kMostSlowed);
    QCOMPARE(chart.slowed().front().first, 3);
    chart.clear();
    QVERIFY(chart.isEmpty() && chart.slowed().empty());
}

void tst_Devices::samplesOfADeviceFindTheirStep()
{
    StepMemory memory;
    telemetry::Frame frame;
    const auto add = [&](auto body) {
        frame.body = std::move(body);
        memory.add(frame);
    };
    const auto sample = [&](std::int64_t at, std::uint64_t used) {
        add(std::vector{telemetry::DeviceSample{
            .timeNs = at, .memoryUsedBytes = used, .memoryTotalBytes = 100}});
    };
    const auto device = [&](int step) { return memory.lanes(step)->at(0).device(); };
    using Edges = std::vector<DeviceMemory::Edge>;
    add(telemetry::Hello{.ranks = 1, .pipelineRanks = 1});
    sample(900, 1);
    add(std::vector{telemetry::StepMark{.timeNs = 1000, .step = 0}});
    QVERIFY(memory.lanes(0)); // though the rank itself says nothing of its memory
    QCOMPARE(device(0).edges, (Edges{{Nanoseconds{0}, 1}}));
    sample(1010, 2);
    add(std::vector{telemetry::StepMark{.timeNs = 2000, .step = 1}});
    const std::size_t revision = memory.revision(0);
    sample(1020, 3); // late
    QVERIFY(memory.revision(0) != revision);
    sample(2030, 4);
    add(std::vector{telemetry::DeviceSample{.timeNs = 2040}}); // not known
    QCOMPARE(device(0).edges,
             (Edges{{Nanoseconds{0}, 1}, {Nanoseconds{10}, 2}, {Nanoseconds{20}, 3}}));
    QCOMPARE(device(1).edges, (Edges{{Nanoseconds{0}, 3}, {Nanoseconds{30}, 4}}));
    QCOMPARE(device(1).total, 100u);
}

QTEST_MAIN(tst_Devices)
#include "tst_devices.moc"
