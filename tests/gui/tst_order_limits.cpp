// What bounds an order by hand: what is in flight, the size of a file, the samples of a step.

#include "gui/byhand/order_bar.h"

#include "engine/plan/catalog.h"
#include "engine/plan/schedule_text.h"
#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/estimate/schedule_of.h"

#include <QAction>
#include <QFileDialog>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace gui;

namespace {

strategy::Strategy ofPipeline(const char* schedule, int ranks, int microbatches)
{
    strategy::Strategy made;
    made.parallel.pipeline = ranks;
    made.batch.global = microbatches;
    made.schedule.name = schedule;
    return made;
}

QString fileOf(const QTemporaryDir& folder, const plan::Schedule& schedule)
{
    const QString path = folder.filePath(QStringLiteral("order.csv"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write the order");
    file.write(QByteArray::fromStdString(plan::toText(schedule)));
    return path;
}

} // namespace

class tst_OrderLimits : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void aLimitIsReachedBesideFusedPairs();
    void whatCanBeMovedCanBeKept_data();
    void whatCanBeMovedCanBeKept();
    void aCsvIsReadOnAThread();
    void whatIsTooMuchForAStrategyIsRefused();
};

// The stretch ends where one step more is over the limit, wherever the pairs of the others stand.
void tst_OrderLimits::aLimitIsReachedBesideFusedPairs()
{
    const strategy::Strategy dual = ofPipeline("dualpipe", 8, 32);
    const plan::Schedule schedule = *strategy::scheduleOf(dual);
    plan::ValidateOptions options{.limit = 1, .maxInFlight = {1}};
    while (!plan::validate(schedule, options).sentences().empty())
        ++options.maxInFlight[0];
    int narrowed = 0;
    for (int more = 0; more < 2; ++more, ++options.maxInFlight[0]) {
        strategy::Strategy limited = strategy::withOrder(dual, schedule);
        limited.schedule.options.maxInFlight = options.maxInFlight[0];
        Document document;
        document.start(limited);
        QTRY_VERIFY(document.isPredictionCurrent());
        OrderEdit edit(document);
        for (int rank = 0; rank < 8; ++rank) {
            const auto at = static_cast<std::size_t>(rank);
            const auto& order = schedule.order[at];
            const plan::Pairs& pairs = schedule.pairsOf(at);
            for (std::size_t from = 0; from < order.size(); ++from) {
                if (std::binary_search(pairs.begin(), pairs.end(), std::uint32_t(from) - 1))
                    continue; // the second of a pair
                const bool isPair
                    = std::binary_search(pairs.begin(), pairs.end(), std::uint32_t(from));
                const std::size_t size = isPair ? 2 : 1;
                const auto isWithinPair = [&](std::size_t place) {
                    const std::size_t before = place - 1 < from ? place - 1 : place - 1 + size;
                    return place > 0
                        && std::binary_search(pairs.begin(), pairs.end(), std::uint32_t(before));
                };
                // A step at a time, as far as it goes.
                const plan::MoveTargets legal = plan::legalTargets(schedule, rank, from);
                const auto goes = [&](std::size_t place) {
                    const plan::MoveOp move{.rank = rank, .from = from, .to = place};
                    return isWithinPair(place)
                        || plan::tryEdit(schedule, move, options).reasons.empty();
                };
                plan::MoveTargets reached{.first = from, .last = from};
                for (std::size_t place = from; place-- > legal.first && goes(place);)
                    if (!isWithinPair(place))
                        reached.first = place;
                for (std::size_t place = from + 1; place <= legal.last && goes(place); ++place)
                    if (!isWithinPair(place))
                        reached.last = place;
                narrowed += reached != legal;
                QVERIFY(edit.take(rank, order[from]));
                const std::string name = plan::toText(order[from]);
                QVERIFY2(edit.targets()->first == reached.first, name.c_str());
                QVERIFY2(edit.targets()->last == reached.last, name.c_str());
                edit.release();
            }
        }
    }
    QVERIFY2(narrowed > 10, qPrintable(QString::number(narrowed)));
}

void tst_OrderLimits::whatCanBeMovedCanBeKept_data()
{
    QTest::addColumn<QString>("schedule");
    QTest::addColumn<int>("microbatches");
    // A row is more than a text of a file may be.
    QTest::addRow("long rows") << QStringLiteral("1f1b") << 8192;
    QTest::addRow("most ops") << QStringLiteral("1f1b") << 16'384;
    QTest::addRow("long ops") << QStringLiteral("dualpipe") << 8192;
}

void tst_OrderLimits::whatCanBeMovedCanBeKept()
{
    QFETCH(QString, schedule);
    QFETCH(int, microbatches);
    Document document;
    document.start(ofPipeline(qPrintable(schedule), 2, microbatches));
    QTRY_VERIFY(document.isPredictionCurrent());
    const auto order = document.prediction()->schedule->order[0];
    OrderEdit edit(document);
    QVERIFY2(edit.whyNot().isEmpty(), qPrintable(edit.whyNot()));
    for (std::size_t i = 0; i < order.size() && !document.undoStack().canUndo(); ++i)
        edit.moveBy(0, order[i], 1);
    QVERIFY(document.undoStack().canUndo());
    QVERIFY2(document.problems().empty(),
             document.problems().empty() ? "" : document.problems()[0].sentence.c_str());
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("hand.yaml"));
    QVERIFY(!document.saveAs(path));
    Document again;
    const auto problems = again.open(path);
    QVERIFY2(problems.empty(), problems.empty() ? "" : problems[0].sentence.c_str());
    QCOMPARE(again.strategy(), document.strategy());
}

void tst_OrderLimits::aCsvIsReadOnAThread()
{
    Document document;
    const strategy::Strategy before = ofPipeline("1f1b", 2, 4);
    document.start(before);
    OrderEdit edit(document);
    const QTemporaryDir folder;
    const auto order = *plan::makeSchedule("gpipe", {.ranks = 4, .microbatches = 2});
    const QString path = fileOf(folder, order);
    std::vector<std::optional<QString>> answers;
    const auto take = [&](const std::optional<QString>& problem) { answers.push_back(problem); };
    edit.openCsv(path, take);
    QVERIFY(answers.empty());
    QCOMPARE(document.strategy(), before);
    QTRY_COMPARE(answers.size(), 1u);
    QVERIFY(!answers[0]);
    QCOMPARE(document.strategy().parallel.pipeline, 4);
    QCOMPARE(document.strategy().batch.global, 2);
    QVERIFY(document.problems().empty());
    QVERIFY(strategy::customSchedule(document.strategy())->order == order.order);
    QCOMPARE(document.undoStack().count(), 1);

    edit.openCsv(QStringLiteral("/nowhere/hand.csv"), take);
    QTRY_COMPARE(answers.size(), 2u);
    QVERIFY(answers[1] && answers[1]->startsWith(QStringLiteral("/nowhere/hand.csv")));
    QCOMPARE(document.undoStack().count(), 1);

    // As the bar's dialog does.
    document.undoStack().undo();
    QAction run;
    OrderBar bar(document, edit, &run);
    QSignalSpy failed(&bar, &OrderBar::failed);
    bar.openCsv();
    auto* dialog = bar.findChild<QFileDialog*>();
    QVERIFY(dialog);
    emit dialog->fileSelected(path);
    QCOMPARE(document.strategy(), before);
    QTRY_COMPARE(document.strategy().parallel.pipeline, 4);
    emit dialog->fileSelected(QStringLiteral("/nowhere/hand.csv"));
    QTRY_COMPARE(failed.count(), 1);
    dialog->reject();
}

void tst_OrderLimits::whatIsTooMuchForAStrategyIsRefused()
{
    Document document;
    OrderEdit edit(document);
    const QTemporaryDir folder;
    const auto refusal = [&](const strategy::Strategy& begun, int microbatches) {
        document.start(begun);
        const auto made = plan::makeSchedule("gpipe", {.ranks = 2, .microbatches = microbatches});
        const auto why = edit.openCsv(fileOf(folder, *made));
        return document.strategy() == begun && !document.undoStack().canUndo()
            ? why.value_or(QString())
            : QString();
    };
    const strategy::Strategy small = ofPipeline("1f1b", 2, 4);
    QVERIFY(refusal(small, 70'000).contains(QStringLiteral("1 MiB")));

    // 2^32 samples a step: 0, if they were counted in an int.
    strategy::Strategy wide = small;
    wide.parallel.data = 1 << 16;
    wide.batch.micro = 1 << 14;
    QVERIFY(refusal(wide, 4).contains(QStringLiteral("1073741824")));
}

QTEST_MAIN(tst_OrderLimits)
#include "tst_order_limits.moc"
