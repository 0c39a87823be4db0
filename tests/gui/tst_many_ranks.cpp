// A window on the recording of a run of many ranks to a place of the pipeline, on several hosts, of
// which one replica sent its ops and the others what their steps came to.

#include "engine/plan/metrics.h"
#include "engine/strategy/yaml.h"
#include "gui/cluster/cluster_state.h"
#include "gui/cluster/place_words.h"
#include "gui/cockpit/alarm_page.h"
#include "gui/export/exports.h"
#include "gui/export/report.h"
#include "gui/inspector/inspector.h"
#include "gui/text/number_format.h"
#include "gui/timeline/find_bar.h"
#include "gui/timeline/peer_story.h"
#include "gui/window/language.h"
#include "gui/window/middle_views.h"
#include "tests/bench/many_ranks.h"
#include "tests/gui/opened.h"

#include <QLabel>
#include <QLineEdit>
#include <QTest>

using namespace gui;

namespace {

// 4 places of 24 ranks on 12 hosts; rank 53, at place 2, is a third slower.
struct ManyOpened : gui::test::Opened {
    static constexpr int kSlow = 53;
    bench::ManyRanks run{.places = 4, .replicas = 24, .microbatches = 8, .steps = 6, .slow = kSlow};

    ManyOpened()
    {
        QFile file(program.directory.filePath(QStringLiteral("strategy.yaml")));
        if (!file.open(QIODevice::WriteOnly))
            return;
        file.write(QByteArray::fromStdString(run.strategy()));
        file.close();
        document.start(*strategy::readStrategyFile(file.fileName().toStdString()).strategy);
        const QString log = program.directory.filePath(QStringLiteral("events.bslog"));
        if (bench::writeManyRanks(log.toStdString(), run))
            controller.replayPath(program.directory.path());
    }
    bool isRead() const
    {
        const RunView& view = sheet.runView();
        return view.run() && view.run()->status.state == telemetry::SourceState::Ended
            && view.isSettled() && view.shown().complete;
    }
    TimelinePanel& panel() { return area().panel(); }
    const TrackData& measured() { return *panel().track(1); }
    QString inspected()
    {
        QString text;
        for (const QLabel* label : window.findChild<Inspector*>()->findChildren<QLabel*>())
            text += label->text() + QLatin1Char('\n');
        return text;
    }
};

} // namespace

class tst_ManyRanks : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void rowsStandForTheRanksOfAPlace();
    void aRankIsGoneToByItsNumber();
    void theSlowRankOfAnyReplicaIsAnAlarm();
    void oneNumberStandsInLabelInspectorAndReport();
    void devicesAreColouredByNodeAndByWhatTheirRanksSaid();
};

void tst_ManyRanks::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_ManyRanks::rowsStandForTheRanksOfAPlace()
{
    ManyOpened opened;
    QTRY_VERIFY(opened.isRead());
    const TrackData& track = opened.measured();
    QVERIFY(track.ranks && track.peers && track.peers->totals());
    QCOMPARE(track.peers->each(), 24);
    QCOMPARE(track.peers->alike(0), 24);
    QCOMPARE(track.peers->outliers(2), std::vector<int>{ManyOpened::kSlow % 24});
    // The prediction beside it calls its ranks alike.
    QVERIFY(opened.panel().track(0)->ranks == track.ranks);
    QCOMPARE(track.ranks->inWords(ManyOpened::kSlow), QStringLiteral("rank 53 on n6"));
    QCOMPARE(track.ranks->numbersOf(2), QStringLiteral("48–71"));
    QVERIFY(opened.panel().finishFrame());
    const QImage folded = opened.panel().grab().toImage();
    opened.sheet.viewState().setUnfolded(1, true);
    QVERIFY(opened.panel().finishFrame());
    QVERIFY(opened.panel().grab().toImage() != folded);
    opened.sheet.viewState().setUnfolded(1, false);
    QVERIFY(opened.panel().finishFrame());
    QCOMPARE(opened.panel().grab().toImage(), folded);
}

void tst_ManyRanks::aRankIsGoneToByItsNumber()
{
    ManyOpened opened;
    QTRY_VERIFY(opened.isRead());
    opened.action("view.goToRank")->trigger();
    FindBar& bar = opened.panel().findBar();
    QVERIFY(!bar.isHidden());
    auto* field = bar.findChild<QLineEdit*>();
    QCOMPARE(field->text(), QStringLiteral("rank "));
    QTest::keyClicks(field, QStringLiteral("83"));
    QVERIFY(bar.finish());
    QTest::keyClick(field, Qt::Key_Return);
    const std::vector<PeerRow> wanted{{3, 11}};
    QCOMPARE(opened.sheet.viewState().peerRows(), wanted);
    // One of the replica that is drawn has a row already: its first op is selected.
    field->setText(QStringLiteral("rank 48"));
    QVERIFY(bar.finish());
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(opened.sheet.viewState().selected());
    QCOMPARE(opened.sheet.viewState().selected()->rank, 2);
    QCOMPARE(opened.sheet.viewState().peerRows(), wanted);
}

void tst_ManyRanks::theSlowRankOfAnyReplicaIsAnAlarm()
{
    ManyOpened opened;
    QTRY_VERIFY(opened.isRead());
    QTRY_VERIFY(!opened.sheet.runView().slowReplicas().empty());
    const measured::SlowReplica& slow = opened.sheet.runView().slowReplicas().front();
    QCOMPARE(slow.rank, ManyOpened::kSlow);
    QCOMPARE(slow.since, 0);
    QCOMPARE(opened.sheet.runView().slowReplicas().size(), std::size_t(1));
    opened.window.setMode(Mode::Run);
    QTRY_VERIFY(
        opened.window.frame().verdict().verdict().health.contains(QStringLiteral("Rank 53 slow")));
}

void tst_ManyRanks::oneNumberStandsInLabelInspectorAndReport()
{
    ManyOpened opened;
    QTRY_VERIFY(opened.isRead());
    const TrackData& track = opened.measured();
    opened.sheet.viewState().setSelected(OpRef{1, 2, plan::forward(2, 0)});
    const QStringList told = peerTotalsInWords(track, 2, TimeUnit::Auto);
    QVERIFY(told.size() >= 4);
    for (const QString& line : told)
        QVERIFY2(opened.inspected().contains(line), qPrintable(line + opened.inspected()));
    QVERIFY(told.last().startsWith(QStringLiteral("Rank 53 on n6 holds the step up")));
    QVERIFY(opened.inspected().contains(QStringLiteral("rank 48 on n6")));
    // The label of the row has the ends of the same shares.
    const Spread idle = track.peers->totals()->ofPlace(2).idle;
    const QString most = shareText(idle.most, track.timeline->makespan);
    const QString least = shareText(idle.least, track.timeline->makespan);
    QVERIFY(told[1].contains(least) && told[1].contains(most));
    const Report report = opened.sheet.exports().report();
    const auto held = std::find_if(report.findings.begin(), report.findings.end(),
                                   [&](const auto& each) { return each.sentence == told.last(); });
    QVERIFY(held != report.findings.end());
    const auto table
        = std::find_if(report.tables.begin(), report.tables.end(), [](const auto& each) {
              return each.name == QStringLiteral("Ranks of each place");
          });
    QVERIFY(table != report.tables.end());
    QCOMPARE(table->shown.size(), std::size_t(5));
    const QStringList& line = table->shown[3];
    QCOMPARE(line[0], QStringLiteral("48–71"));
    QCOMPARE(line[1], QStringLiteral("n6 – n8"));
    QCOMPARE(line[5], least);
    QCOMPARE(line[7], most);
    QCOMPARE(line[8], QStringLiteral("53"));
    // Exactly what the timeline of the rank that is drawn leaves idle.
    const Nanoseconds drawn = track.peers->totals()->of(2, 0)->idle;
    QCOMPARE(drawn.count(),
             (track.timeline->makespan - plan::busyTime(*track.timeline, 2)).count());
}

void tst_ManyRanks::devicesAreColouredByNodeAndByWhatTheirRanksSaid()
{
    ManyOpened opened;
    QTRY_VERIFY(opened.isRead());
    opened.action("view.devices")->trigger();
    ClusterState& cluster = opened.sheet.middle().cluster();
    QTRY_VERIFY(cluster.facts().has(DeviceMetric::MeasuredIdle));
    QVERIFY(cluster.facts().has(DeviceMetric::Node));
    // Of every device, not of those of one replica alone.
    int known = 0;
    for (int device = 0; device < 96; ++device)
        known += cluster.facts().value(DeviceMetric::MeasuredIdle, device).has_value() ? 1 : 0;
    QCOMPARE(known, 96);
    QCOMPARE(cluster.facts().nodeName(6), QStringLiteral("n6"));
    QVERIFY(deviceSentence(cluster.facts(), 53).contains(QStringLiteral("n6")));
    const auto slow = cluster.facts().value(DeviceMetric::MeasuredIdle, 53);
    QVERIFY(*slow < *cluster.facts().value(DeviceMetric::MeasuredIdle, 54));
    cluster.setMetric(DeviceMetric::Node);
    QCOMPARE(cluster.metric(), DeviceMetric::Node);
}

QTEST_MAIN(tst_ManyRanks)
#include "tst_many_ranks.moc"
