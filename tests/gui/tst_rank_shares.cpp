// Choosing a schedule or its chunks in the window keeps the model: given costs are divided anew.

#include "gui/editor/strategy_editor.h"
#include "gui/window/open_commands.h"
#include "tests/gui/named.h"

#include <QComboBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace gui;
using test::named;

namespace {

// The first strategy of the window: four ranks, eight microbatches, 5 ms per op part.
struct Editing {
    Document document;
    StrategyEditor editor{document};
    QSignalSpy said{&editor, &StrategyEditor::said};

    Editing() { document.start(builtInStrategy()); }
    void choose(const QString& schedule)
    {
        auto* box = named<QComboBox>(editor, QStringLiteral("Schedule"));
        box->setCurrentIndex(box->findData(schedule));
        emit box->activated(box->currentIndex());
    }
    QSpinBox* chunks() { return named<QSpinBox>(editor, QStringLiteral("Chunks")); }
    double forwardMs()
    {
        return double(document.strategy().costs->stages.front().forward.count()) / 1e6;
    }
    std::chrono::milliseconds step()
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
            document.prediction()->timeline->makespan);
    }
};

} // namespace

class tst_RankShares : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void interleavedIsShorterThan1F1B();
    void chunksDivideAndAddUpAgain();
    void anInvalidShapeInBetweenLosesNothing();
    void costsTypedInBetweenStay();
    void oneStageIsSaidInTheSingular();
    void theFootTellsOnlyTheLastChange();
};

void tst_RankShares::interleavedIsShorterThan1F1B()
{
    Editing editing;
    QTRY_VERIFY(editing.document.isPredictionCurrent());
    QCOMPARE(editing.step().count(), 165);
    const strategy::Strategy before = editing.document.strategy();
    editing.choose(QStringLiteral("interleaved"));
    QCOMPARE(editing.forwardMs(), 2.5);
    QCOMPARE(editing.said.size(), 1);
    QVERIFY2(editing.said[0][0].toString().contains(QStringLiteral("with 2 stages per rank")),
             qPrintable(editing.said[0][0].toString()));
    QTRY_VERIFY(editing.document.isPredictionCurrent());
    QVERIFY2(editing.step().count() < 165, qPrintable(QString::number(editing.step().count())));
    // (m v + p - 1) (F + B) of a half: 19 x 7.5 ms.
    QCOMPARE(editing.document.prediction()->timeline->makespan.count(), 142'500'000);

    editing.document.undoStack().undo(); // the schedule and its costs in one go
    QVERIFY(editing.document.strategy() == before);
    QVERIFY(!editing.document.undoStack().canUndo());
}

void tst_RankShares::chunksDivideAndAddUpAgain()
{
    Editing editing;
    editing.choose(QStringLiteral("interleaved"));
    for (const int chunks : {4, 3, 8, 2}) {
        editing.chunks()->setValue(chunks);
        QVERIFY(editing.document.problems().empty());
        plan::Nanoseconds share{};
        for (int stage = 0; stage < 4 * chunks; stage += 4)
            share += editing.document.strategy().costs->ofStage(stage).forward;
        QCOMPARE(share.count(), 5'000'000);
    }
    editing.choose(QStringLiteral("1f1b"));
    QCOMPARE(editing.forwardMs(), 5.0);
}

void tst_RankShares::anInvalidShapeInBetweenLosesNothing()
{
    Editing editing;
    auto* microbatches = named<QSpinBox>(editing.editor, QStringLiteral("Microbatches"));
    microbatches->setValue(3);
    editing.choose(QStringLiteral("dualpipe")); // needs more of them
    editing.choose(QStringLiteral("interleaved"));
    microbatches->setValue(8);
    QCOMPARE(editing.forwardMs(), 2.5);
    editing.chunks()->setValue(1'000'000'000);
    QVERIFY(!editing.document.problems().empty());
    editing.chunks()->setValue(4);
    QVERIFY(editing.document.problems().empty());
    QCOMPARE(editing.forwardMs(), 1.25);
    editing.choose(QStringLiteral("1f1b"));
    QCOMPARE(editing.forwardMs(), 5.0);
}

void tst_RankShares::costsTypedInBetweenStay()
{
    Editing editing;
    editing.choose(QStringLiteral("interleaved"));
    strategy::Strategy typed = editing.document.strategy();
    typed.costs->stages.front().forward = std::chrono::milliseconds{7};
    editing.document.edit(QStringLiteral("type"), QStringLiteral("costs.forward"), typed);
    QCOMPARE(editing.forwardMs(), 7.0);
    editing.choose(QStringLiteral("1f1b"));
    QCOMPARE(editing.forwardMs(), 14.0);
}

void tst_RankShares::oneStageIsSaidInTheSingular()
{
    Editing editing;
    editing.choose(QStringLiteral("interleaved"));
    editing.choose(QStringLiteral("1f1b"));
    const QString one = editing.said.last()[0].toString();
    QVERIFY2(one.contains(QStringLiteral("with one stage per rank, its forward takes")),
             qPrintable(one));

    strategy::Strategy listed = builtInStrategy();
    listed.schedule.name = "interleaved";
    listed.costs->stages = std::vector(8, listed.costs->stages.front());
    listed.costs->stages.back().forward *= 2;
    editing.document.start(listed);
    QVERIFY(editing.document.problems().empty());
    editing.choose(QStringLiteral("1f1b"));
    const QString list = editing.said.last()[0].toString();
    QVERIFY2(list.contains(QStringLiteral("divided over one stage per rank")), qPrintable(list));
}

void tst_RankShares::theFootTellsOnlyTheLastChange()
{
    Editing editing;
    const QString title = QStringLiteral("Costs follow the schedule");
    const auto shown = [&editing] { return editing.editor.foot().words().title; };
    const auto rescale = [&] {
        editing.document.start(builtInStrategy());
        editing.choose(QStringLiteral("interleaved"));
    };
    rescale();
    QCOMPARE(shown(), title);
    editing.document.undoStack().undo();
    QVERIFY(shown() != title);
    editing.document.undoStack().redo();
    QVERIFY(shown() != title);
    rescale();
    QCOMPARE(shown(), title);
    named<QPushButton>(editing.editor, QStringLiteral("Add a model"))->click();
    QVERIFY(shown() != title);
    rescale();
    QCOMPARE(shown(), title);
    editing.document.start(builtInStrategy()); // as if another file were opened
    QVERIFY(shown() != title);
}

QTEST_MAIN(tst_RankShares)
#include "tst_rank_shares.moc"
