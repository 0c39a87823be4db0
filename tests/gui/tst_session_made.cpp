// Comparisons, searches and sweeps are open again, with what they were made of, and views as well.

#include "gui/search/open_search.h"
#include "gui/search/open_sweep.h"
#include "gui/window/language.h"
#include "gui/window/middle_views.h"
#include "gui/workspace/open_comparison.h"
#include "tests/gui/dumps.h"
#include "tests/gui/named.h"
#include "tests/gui/reopened.h"

#include <QLineEdit>
#include <QTabBar>

#include <algorithm>

using namespace gui;
using test::fileIn;
using test::named;
using test::Opened;
using test::Reopened;

namespace {

const QString kStrategies = QStringLiteral(BUBBLESCOPE_STRATEGIES);
const QString kFixtures = QStringLiteral(BUBBLESCOPE_TREE "/tests/strategy/convert/fixtures");

} // namespace

class tst_SessionMade : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
    }
    void whatWasMadeOfThemComesBack();
    void importsComeBackWhereTheyStood();
    void everyTabHasTheTitleOfWhatItShows();
    void aStepOfARunIsComparedAgain();
    void theViewInTheMiddleComesBack();
};

void tst_SessionMade::whatWasMadeOfThemComesBack()
{
    Opened opened;
    SessionKeeper keeper(opened.workspace, opened.settings);
    keeper.setWindow(&opened.window);
    keeper.begin();
    opened.window.openFile(kStrategies + QStringLiteral("/gpt3-175b.yaml"));
    OpenStrategy& gpt = opened.open;
    opened.window.opener().openNew(); // which would not be kept for itself
    OpenItem& builtIn = *opened.workspace.current();
    auto& search = opened.workspace.add(std::make_unique<OpenSearch>(gpt));
    strategy::SearchAsked wanted;
    wanted.devices = {512, 1024};
    wanted.tokensPerSecond = 1e5;
    wanted.free.zero = false;
    static_cast<OpenSearch&>(search).setAsked(wanted);
    auto& sweep = opened.workspace.add(std::make_unique<OpenSweep>(gpt));
    static_cast<OpenSweep&>(sweep).setAsked({{"parallel.pipeline", {"4", "8"}}});
    auto made = std::make_unique<OpenComparison>(static_cast<OpenStrategy&>(builtIn));
    made->add(gpt, ComparedSource::Kind::Schedule, {.name = "zbv"});
    made->add(gpt, ComparedSource::Kind::Schedule, {.name = "interleaved", .chunks = 3});
    auto& comparison = opened.workspace.add(std::move(made));
    // Before what it was made from, and it comes back there.
    opened.workspace.move(opened.workspace.placeOf(comparison), 0);
    // One whose strategy is closed, and with it the only one that had another name.
    strategy::Strategy other = gpt.document().strategy();
    other.name = "gone by then";
    OpenStrategy& closed = opened.window.opener().openStrategy(other);
    opened.workspace.add(std::make_unique<OpenSearch>(closed));
    opened.workspace.remove(opened.workspace.placeOf(closed));
    opened.workspace.setCurrent(opened.workspace.placeOf(sweep));
    keeper.write();

    Reopened again(opened.settings);
    QVERIFY(again.keeper.restore());
    QVERIFY(again.keeper.missing().isEmpty());
    QCOMPARE(again.workspace.count(), 6);
    auto* compared = qobject_cast<OpenComparison*>(&again.workspace.at(0));
    auto* strategy = qobject_cast<OpenStrategy*>(&again.workspace.at(1));
    auto* searched = qobject_cast<OpenSearch*>(&again.workspace.at(3));
    auto* swept = qobject_cast<OpenSweep*>(&again.workspace.at(4));
    auto* alone = qobject_cast<OpenSearch*>(&again.workspace.at(5));
    QVERIFY(compared && strategy && searched && swept && alone);
    QCOMPARE(again.workspace.current(), swept);
    QCOMPARE(compared->first(), &again.workspace.at(2));
    QCOMPARE(compared->title(), static_cast<OpenComparison&>(comparison).title());
    QCOMPARE(compared->count(), 3);
    QVERIFY(compared->has(*strategy, ComparedSource::Kind::Schedule,
                          {.name = "interleaved", .chunks = 3}));
    QCOMPARE(searched->first(), strategy);
    QVERIFY(searched->asked().devices == wanted.devices && !searched->asked().free.zero
            && searched->asked().free.tensor);
    QCOMPARE(searched->asked().tokensPerSecond, 1e5);
    QCOMPARE(swept->first(), strategy);
    QVERIFY(!alone->first());
    QVERIFY(alone->base() == other);
    QVERIFY(alone->whyNot().isEmpty());
    // The panel asks the same again.
    auto* values = named<QLineEdit>(again.window, QStringLiteral("Values: Vary"));
    QVERIFY(values);
    QCOMPARE(values->text(), QStringLiteral("4, 8"));
}

void tst_SessionMade::importsComeBackWhereTheyStood()
{
    Opened opened;
    SessionKeeper keeper(opened.workspace, opened.settings);
    keeper.setWindow(&opened.window);
    keeper.begin();
    const QString one = fileIn(opened, QStringLiteral("one.yaml"), 2);
    const QString dumps = opened.program.directory.path();
    test::writeDumps(dumps);
    opened.window.openFile(dumps);
    QTRY_VERIFY(qobject_cast<OpenImport*>(opened.workspace.current()));
    auto& import = static_cast<OpenImport&>(*opened.workspace.current());
    opened.window.openFile(one);
    auto made = std::make_unique<OpenComparison>(import);
    made->add(static_cast<OpenStrategy&>(*opened.workspace.current()),
              ComparedSource::Kind::Prediction);
    opened.workspace.add(std::move(made));
    opened.workspace.setCurrent(0);
    keeper.write();
    const QString title = import.title();

    Reopened again(opened.settings);
    QVERIFY(again.keeper.restore());
    QTRY_COMPARE(again.workspace.count(), 3);
    auto* reread = qobject_cast<OpenImport*>(&again.workspace.at(0));
    auto* comparison = qobject_cast<OpenComparison*>(&again.workspace.at(2));
    QVERIFY(reread && comparison);
    QCOMPARE(reread->title(), title);
    QCOMPARE(again.workspace.current(), reread); // nobody has turned to another one
    QCOMPARE(comparison->first(), reread);
    QCOMPARE(comparison->count(), 2);
    QVERIFY(comparison->has(reread->trace(), reread->trace().typical));
    QVERIFY(again.keeper.missing().isEmpty());

    // Without the dumps the comparison has what is left, and they are named.
    QVERIFY(QFile::remove(dumps + QStringLiteral("/config.json")));
    for (int rank = 0; rank < 3; ++rank)
        QVERIFY(QFile::remove(dumps + QStringLiteral("/pp_rank_%1.json").arg(rank)));
    Reopened without(opened.settings);
    QVERIFY(without.keeper.restore());
    QTRY_COMPARE(without.workspace.count(), 2);
    QTRY_COMPARE(without.keeper.missing(), QStringList{dumps});
    QCOMPARE(static_cast<OpenComparison&>(without.workspace.at(1)).count(), 1);
}

// Although what was imported comes later than what stood to its right.
void tst_SessionMade::everyTabHasTheTitleOfWhatItShows()
{
    Opened opened;
    SessionKeeper keeper(opened.workspace, opened.settings);
    keeper.setWindow(&opened.window);
    keeper.begin();
    opened.window.openFile(kFixtures + QStringLiteral("/megatron-args/gpt3_175b.sh"));
    QTRY_VERIFY(opened.open.imported());
    opened.window.openFile(fileIn(opened, QStringLiteral("one.yaml"), 2));
    opened.window.openFile(fileIn(opened, QStringLiteral("two.yaml"), 3));
    QCOMPARE(opened.workspace.count(), 3);
    keeper.write();

    Reopened again(opened.settings);
    QVERIFY(again.keeper.restore());
    QTRY_COMPARE(again.workspace.count(), 3);
    QTabBar& tabs = again.window.frame().tabs();
    QCOMPARE(tabs.count(), 3);
    for (int place = 0; place < 3; ++place) {
        QCOMPARE(again.workspace.at(place).title(), opened.workspace.at(place).title());
        QCOMPARE(tabs.tabText(place), again.workspace.at(place).title());
    }
    QCOMPARE(tabs.currentIndex(), again.workspace.currentPlace());
    emit tabs.tabCloseRequested(0);
    QCOMPARE(tabs.tabText(0), opened.workspace.at(1).title());
    QCOMPARE(again.workspace.at(0).title(), opened.workspace.at(1).title());
}

// Although the tab of the run is not looked at.
void tst_SessionMade::aStepOfARunIsComparedAgain()
{
    Opened opened;
    SessionKeeper keeper(opened.workspace, opened.settings);
    keeper.setWindow(&opened.window);
    keeper.begin();
    opened.window.openFile(QStringLiteral(BUBBLESCOPE_RECORDING));
    QTRY_VERIFY_WITH_TIMEOUT(opened.open.onShow(), 60'000);
    opened.action("view.compare")->trigger();
    auto* comparison = qobject_cast<OpenComparison*>(opened.workspace.current());
    QVERIFY(comparison);
    QVERIFY(comparison->has(opened.open, ComparedSource::Kind::Step));
    keeper.write();
    Reopened again(opened.settings);
    QVERIFY(again.keeper.restore());
    QVERIFY(again.keeper.missing().isEmpty());
    auto* compared = qobject_cast<OpenComparison*>(again.workspace.current());
    QVERIFY(compared);
    QCOMPARE(compared->count(), comparison->count());
    const auto& sources = compared->sources();
    QTRY_VERIFY_WITH_TIMEOUT(
        std::any_of(sources.begin(), sources.end(),
                    [](const ComparedSource& source) { return bool(source.step); }),
        60'000);
}

void tst_SessionMade::theViewInTheMiddleComesBack()
{
    Opened opened;
    SessionKeeper keeper(opened.workspace, opened.settings);
    keeper.setWindow(&opened.window);
    keeper.begin();
    opened.window.openFile(fileIn(opened, QStringLiteral("one.yaml"), 2));
    opened.window.strategySheet()->middle().setCurrent(MiddleView::Shards);
    opened.window.openFile(fileIn(opened, QStringLiteral("two.yaml"), 3));
    opened.window.strategySheet()->middle().setCurrent(MiddleView::Layers);
    keeper.write();
    Reopened again(opened.settings);
    QVERIFY(again.keeper.restore());
    QTRY_VERIFY(again.window.strategySheet());
    QCOMPARE(again.window.strategySheet()->middle().current(), MiddleView::Layers);
    // One that was not looked at since is kept as it was, and shown so once it is.
    SessionKeeper& next = again.keeper;
    next.begin();
    next.write();
    QCOMPARE(readSession(opened.settings).tabs[0].view, static_cast<int>(MiddleView::Shards));
    again.workspace.setCurrent(0);
    QTRY_COMPARE(again.window.strategySheet()->middle().current(), MiddleView::Shards);
}

QTEST_MAIN(tst_SessionMade)
#include "tst_session_made.moc"
