// The program as it begins: with files, with what the last window had open, or with both.

#include "gui/charts/step_stack.h"
#include "gui/window/application.h"
#include "gui/window/language.h"
#include "gui/window/session.h"
#include "gui/window/strategy_sheet.h"
#include "tests/gui/recording.h"

#include <QApplication>
#include <QDir>
#include <QMenuBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

using namespace gui;

class tst_Application : public QObject {
    Q_OBJECT
    QString fileOf(int ranks) const
    {
        return m_home->filePath(QStringLiteral("ranks-%1.yaml").arg(ranks));
    }

    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void initTestCase();
    void init();
    void aWindowThatIsKilledIsGoneOnWith();
    void filesOpenBesideWhatWasOpen();
    void unsavedWorkComesBackBesideAFile();
    void aWindowOfARunLeavesTheTabsAlone();
    void theLanguageThatWasChosenIsKept();
    void onlyWhatWasChosenIsKept();
    void aRunStaysOnShowInAnotherLanguage();
};

namespace {

// Destroyed without being closed, it leaves what one that is killed does.
struct Begun {
    Application program;
    MainWindow* window = nullptr;

    explicit Begun(const QStringList& arguments)
        : program(*qApp,
                  std::get<CommandLine>(
                      parseCommandLine(QStringList{QStringLiteral("bubblescope")} + arguments)))
    {
        const QWidgetList before = QApplication::topLevelWidgets();
        if (program.open() != 0)
            return;
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* shown = qobject_cast<MainWindow*>(widget); shown && !before.contains(shown))
                window = shown;
    }
    QStringList tabs() const
    {
        QStringList titles;
        for (int place = 0; place < window->frame().tabs().count(); ++place)
            titles << window->frame().tabs().tabText(place);
        return titles;
    }
    QString front() const { return tabs().value(window->frame().tabs().currentIndex()); }
    Document& document() const { return window->strategySheet()->document(); }
};

std::size_t keptTabs()
{
    QSettings settings;
    return readSession(settings).tabs.size();
}

const QString kTwo = QStringLiteral("ranks-2.yaml");
const QString kThree = QStringLiteral("ranks-3.yaml");
const QString kFour = QStringLiteral("ranks-4.yaml");

} // namespace

void tst_Application::initTestCase()
{
    QVERIFY(useLanguage(*qApp, QStringLiteral("en")));
    QApplication::setOrganizationName(QStringLiteral("bubblescope"));
    QApplication::setApplicationName(QStringLiteral("bubblescope"));
}

// Nothing of the user's is read or written.
void tst_Application::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    qputenv("XDG_STATE_HOME", m_home->path().toUtf8());
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_home->path());
    QSettings().setValue(QStringLiteral("tour/shown"), true);
    for (const int ranks : {2, 3, 4}) {
        QFile file(fileOf(ranks));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("bubblescope: 1\nparallel: {pipeline: ") + QByteArray::number(ranks)
                   + "}\n");
    }
}

void tst_Application::aWindowThatIsKilledIsGoneOnWith()
{
    {
        const Begun killed({fileOf(2)});
        QVERIFY(killed.window);
        killed.window->openFile(fileOf(3));
        QCOMPARE(killed.tabs(), QStringList({kTwo, kThree}));
        QTRY_COMPARE(keptTabs(), 2u);
    }
    const Begun again(QStringList{});
    QCOMPARE(again.tabs(), QStringList({kTwo, kThree}));
    QCOMPARE(again.front(), kThree);
    const QTabBar& tabs = again.window->frame().tabs();
    QTRY_VERIFY(tabs.rect().contains(tabs.tabRect(0)) && tabs.rect().contains(tabs.tabRect(1)));
}

void tst_Application::filesOpenBesideWhatWasOpen()
{
    {
        const Begun first({fileOf(2), fileOf(3)});
        QVERIFY(first.window);
        QTRY_COMPARE(keptTabs(), 2u);
        const Begun second({fileOf(4)}); // while the other one goes on
        QCOMPARE(second.tabs().last(), kFour);
        QCOMPARE(second.tabs().size(), 1);
    }
    {
        const Begun another({fileOf(4)});
        QCOMPARE(another.tabs(), QStringList({kTwo, kThree, kFour}));
        QCOMPARE(another.front(), kFour);
        QTRY_COMPARE(keptTabs(), 3u);
    }
    {
        const Begun known({fileOf(2)});
        QCOMPARE(known.tabs(), QStringList({kTwo, kThree, kFour}));
        QCOMPARE(known.front(), kTwo);
    }
    const Begun fresh({fileOf(3), QStringLiteral("--fresh")});
    QCOMPARE(fresh.tabs(), QStringList({kThree}));
}

void tst_Application::unsavedWorkComesBackBesideAFile()
{
    {
        const Begun killed({fileOf(2)});
        QVERIFY(killed.window);
        strategy::Strategy edited = killed.document().strategy();
        edited.batch.global = 64;
        killed.document().edit(QStringLiteral("change"), QStringLiteral("batch.global"), edited);
        QTRY_COMPARE(keptTabs(), 1u);
        QTRY_VERIFY(!QDir(autosaveFolder()).entryList({QStringLiteral("*.yaml")}).isEmpty());
    }
    const Begun again({fileOf(3)});
    QCOMPARE(again.tabs(), QStringList({kTwo + QStringLiteral(" *"), kThree}));
    QCOMPARE(again.front(), kThree);
    const QString said = again.window->strategySheet()->timelineArea().offered();
    QVERIFY2(said.contains(kTwo), qPrintable(said));
}

void tst_Application::aWindowOfARunLeavesTheTabsAlone()
{
    {
        const Begun first({fileOf(2), fileOf(3)});
        QVERIFY(first.window);
        QTRY_COMPARE(keptTabs(), 2u);
    }
    {
        const Begun ofRun({QStringLiteral("--replay"), m_home->path()});
        QVERIFY(ofRun.window);
        QCOMPARE(ofRun.tabs().size(), 1);
        ofRun.window->openFile(fileOf(4));
        ofRun.window->close();
    }
    QCOMPARE(keptTabs(), 2u);
}

void tst_Application::theLanguageThatWasChosenIsKept()
{
    QSettings().setValue(QStringLiteral("language"), QStringLiteral("zh_CN"));
    {
        const Begun begun({QStringLiteral("--fresh")});
        QVERIFY(begun.window);
        QVERIFY(
            begun.window->menuBar()->actions().front()->text().contains(QStringLiteral("文件")));
    }
    QVERIFY(useLanguage(*qApp, QStringLiteral("en"))); // as main() does for what it is given
    const Begun asked({QStringLiteral("--fresh"), QStringLiteral("--lang"), QStringLiteral("en")});
    QVERIFY(asked.window);
    QVERIFY(asked.window->menuBar()->actions().front()->text().contains(QStringLiteral("File")));
}

void tst_Application::onlyWhatWasChosenIsKept()
{
    const Begun begun(
        {QStringLiteral("--fresh"), QStringLiteral("--theme"), QStringLiteral("dark")});
    QVERIFY(begun.window);
    begun.window->actions().action("view.larger")->trigger();
    const QSettings settings;
    QVERIFY(settings.value(QStringLiteral("scale")).toDouble() > 1);
    QVERIFY(!settings.contains(QStringLiteral("theme")));
    QVERIFY(!settings.contains(QStringLiteral("language")));
}

void tst_Application::aRunStaysOnShowInAnotherLanguage()
{
    strategy::Strategy strategy;
    strategy.parallel.pipeline = 4;
    strategy.batch.global = 8;
    strategy.costs = plan::Costs::unit();
    const PredictionPtr prediction = *predict(strategy);
    QVERIFY(test::writeRecording(m_home->filePath(QStringLiteral("events.bslog")).toStdString(),
                                 "1f1b", prediction->schedule->shape, *prediction->timeline,
                                 {.steps = 7, .cutShort = true}));
    const Begun begun({QStringLiteral("--replay"), m_home->path()});
    QVERIFY(begun.window);
    const auto showsAll = [](MainWindow& window) {
        StrategySheet& sheet = *window.strategySheet();
        return sheet.runView().run() && sheet.runView().run()->isOver()
            && sheet.runView().shown().complete && sheet.runView().shown().complete->number == 6
            && sheet.charts().steps()->curve(QStringLiteral("time"))
            && sheet.charts().steps()->curve(QStringLiteral("time"))->values.points().size() == 7;
    };
    QTRY_VERIFY(showsAll(*begun.window));
    begun.window->strategySheet()->runView().hold(7); // which was cut short
    const QPointer<MainWindow> before = begun.window;
    begun.window->actions().action("view.chinese")->trigger();
    QTRY_VERIFY(!before);
    MainWindow* now = nullptr;
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* shown = qobject_cast<MainWindow*>(widget))
            now = shown;
    QVERIFY(now && showsAll(*now));
    QCOMPARE(now->strategySheet()->runView().held(), std::optional(7));
    QCOMPARE(now->strategySheet()->runView().shown().step->number, 7);
    QVERIFY(useLanguage(*qApp, QStringLiteral("en")));
}

QTEST_MAIN(tst_Application)
#include "tst_application.moc"
