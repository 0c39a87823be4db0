// Documents as tabs: each is its own, and none is lost.

#include "gui/frame/verdict_bar.h"
#include "gui/timeline/timeline_panel.h"
#include "gui/window/command_palette.h"
#include "gui/window/language.h"
#include "tests/gui/named.h"
#include "tests/gui/opened.h"

#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

using namespace gui;
using test::FakeProgram;
using test::named;
using test::Opened;

namespace {

// Of the strategy in that tab.
QSpinBox* ranksOf(MainWindow& window, OpenStrategy& open)
{
    return named<QSpinBox>(*window.sheetOf(open).panel(Mode::Design), QStringLiteral("Ranks"));
}

} // namespace

class tst_Tabs : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
    }
    void everyTabIsADocumentOfItsOwn();
    void aTabStandsWhereItsDocumentDoes();
    void aTabWithChangesIsAskedAbout();
    void closingAsksForEveryTab();
    void actionsAreThoseOfTheTabInFront();
    void aFileThatIsOpenComesToTheFront();
    void filesThatCannotBeOpenedAreToldOfTogether();
    void anotherWindowShowsTheSameDocuments();
    void tabsOpenedBeforeTheWindowIsShownAreDrawn();
};

void tst_Tabs::everyTabIsADocumentOfItsOwn()
{
    Opened opened;
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    OpenStrategy& second = opened.window.opener().openNew();
    QCOMPARE(opened.workspace.count(), 2);
    QCOMPARE(opened.window.frame().tabs().count(), 2);
    QCOMPARE(opened.window.strategySheet(), &opened.window.sheetOf(second));
    ranksOf(opened.window, second)->setValue(6);
    QCOMPARE(second.document().strategy().parallel.pipeline, 6);
    QCOMPARE(opened.document.strategy().parallel.pipeline, 4);
    QVERIFY(opened.window.frame().tabs().tabText(1).endsWith(QStringLiteral("*")));
    QTest::keyClick(&opened.window, Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(opened.window.strategySheet(), &opened.sheet);
    QVERIFY(!opened.window.isWindowModified());
    QTest::keyClick(&opened.window, Qt::Key_PageDown, Qt::ControlModifier);
    QVERIFY(opened.window.isWindowModified());
}

// Whichever of the two moves it.
void tst_Tabs::aTabStandsWhereItsDocumentDoes()
{
    Opened opened;
    OpenStrategy& second = opened.window.opener().openNew();
    ranksOf(opened.window, second)->setValue(6);
    opened.window.opener().openNew();
    QTabBar& tabs = opened.window.frame().tabs();
    const auto changed = [&tabs](int place) { return tabs.tabText(place).endsWith(u'*'); };
    opened.workspace.move(1, 0);
    QVERIFY(changed(0) && !changed(1) && !changed(2));
    QCOMPARE(tabs.currentIndex(), 2);
    opened.workspace.setCurrent(0);
    tabs.moveTab(0, 2); // as by hand
    QVERIFY(!changed(0) && !changed(1) && changed(2));
    QCOMPARE(opened.workspace.placeOf(second), 2);
    QCOMPARE(opened.workspace.currentPlace(), 2);
}

void tst_Tabs::aTabWithChangesIsAskedAbout()
{
    Opened opened;
    opened.window.opener().openNew();
    opened.workspace.setCurrent(0);
    ranksOf(opened.window, opened.open)->setValue(6);
    opened.action("file.close")->trigger();
    QCOMPARE(opened.workspace.count(), 2);
    opened.answer(QStringLiteral("Cancel"));
    QCOMPARE(opened.workspace.count(), 2);
    opened.action("file.close")->trigger();
    opened.answer(QStringLiteral("Discard"));
    QCOMPARE(opened.workspace.count(), 1);
    QCOMPARE(opened.window.frame().tabs().count(), 1);
}

void tst_Tabs::closingAsksForEveryTab()
{
    Opened opened;
    QSignalSpy closed(&opened.window, &MainWindow::closed);
    OpenStrategy& second = opened.window.opener().openNew();
    for (Document* each : {&opened.document, &second.document()}) {
        strategy::Strategy changed = each->strategy();
        changed.batch.global = 16;
        each->edit(QStringLiteral("change"), QStringLiteral("batch.global"), changed);
    }
    opened.window.close();
    opened.answer(QStringLiteral("Discard"));
    QCOMPARE(closed.size(), 0); // the other one is asked about
    opened.answer(QStringLiteral("Cancel"));
    QCoreApplication::processEvents();
    QVERIFY(opened.window.isVisible());
    QVERIFY(opened.document.isModified() && second.document().isModified()); // nothing is lost
    opened.window.close();
    opened.answer(QStringLiteral("Discard"));
    opened.answer(QStringLiteral("Discard"));
    QTRY_COMPARE(closed.size(), 1);
}

void tst_Tabs::actionsAreThoseOfTheTabInFront()
{
    Opened opened;
    named<QSpinBox>(opened.window, QStringLiteral("Ranks"))->setValue(6);
    QVERIFY(opened.action("edit.undo")->isEnabled());
    opened.window.opener().openNew();
    QVERIFY(!opened.action("edit.undo")->isEnabled());
    QCOMPARE(opened.action("edit.undo")->toolTip(), QStringLiteral("There is nothing to undo"));
    opened.workspace.setCurrent(0);
    opened.action("edit.undo")->trigger();
    QCOMPARE(opened.document.strategy().parallel.pipeline, 4);
    QAction* critical = opened.action("view.criticalPath");
    critical->trigger();
    QVERIFY(critical->isChecked() && opened.area().viewState().showsCriticalPath());
    opened.workspace.setCurrent(1);
    QVERIFY(!critical->isChecked());
}

void tst_Tabs::aFileThatIsOpenComesToTheFront()
{
    Opened opened;
    const QString path = opened.saved(QStringLiteral("bubblescope: 1\nparallel: {pipeline: 2}\n"));
    opened.window.openFile(path);
    QCOMPARE(opened.workspace.count(), 1); // in place of what nobody had touched
    QCOMPARE(opened.document.path(), QFileInfo(path).absoluteFilePath());
    opened.window.opener().openNew();
    opened.window.openFile(path);
    QCOMPARE(opened.workspace.count(), 2);
    QCOMPARE(opened.workspace.currentPlace(), 0);
    const QString bad = opened.program.directory.filePath(QStringLiteral("none.yaml"));
    opened.workspace.setCurrent(1);
    ranksOf(opened.window, static_cast<OpenStrategy&>(opened.workspace.at(1)))->setValue(6);
    opened.window.openFile(bad);
    QCOMPARE(opened.workspace.count(), 2); // no tab of what could not be read
    QVERIFY(opened.window.strategySheet()->timelineArea().failure().contains(bad));
}

void tst_Tabs::filesThatCannotBeOpenedAreToldOfTogether()
{
    Opened opened;
    const auto written = [&opened](const char* name, const char* text) {
        const QString path = opened.program.directory.filePath(QString::fromLatin1(name));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return path;
    };
    const QStringList bad{written("bad.yaml", "bubblescope: 1\nparallel: {pipeline: -2}\n"),
                          written("notes.txt", "Nothing that is known"),
                          opened.program.directory.filePath(QStringLiteral("none.yaml"))};
    const QString good = written("good.yaml", "bubblescope: 1\nparallel: {pipeline: 2}\n");
    opened.window.openFiles({bad[0], bad[1], good, bad[2]});
    const auto told = [&opened] { return opened.window.strategySheet()->timelineArea().failure(); };
    QTRY_VERIFY2(told().startsWith(QStringLiteral("3 files were not opened")), qPrintable(told()));
    for (const QString& path : bad)
        QVERIFY2(told().contains(path), qPrintable(told()));
    QCOMPARE(opened.workspace.current()->source(), good);
}

// The language is changed so: the window goes, and what is open in it stays.
void tst_Tabs::anotherWindowShowsTheSameDocuments()
{
    FakeProgram program("echo '{}'");
    QSettings settings(program.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    Workspace workspace(program.path);
    OpenStrategy& first = workspace.addStrategy();
    first.document().start(builtInStrategy());
    auto window
        = std::make_unique<MainWindow>(workspace, settings, WindowOptions{.keepLayout = false});
    window->show();
    window->opener().openNew();
    workspace.setCurrent(0);
    ranksOf(*window, first)->setValue(6);
    window.reset();
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("zh_CN")));
    window = std::make_unique<MainWindow>(workspace, settings, WindowOptions{.keepLayout = false});
    window->show();
    QCOMPARE(window->frame().tabs().count(), 2);
    QCOMPARE(window->strategySheet()->document().strategy().parallel.pipeline, 6);
    QVERIFY(window->menuBar()->actions().first()->text().contains(QStringLiteral("文件")));
    window->actions().action("edit.undo")->trigger(); // the history stays, too
    QCOMPARE(first.document().strategy().parallel.pipeline, 4);
    window.reset();
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

// As at every start with files or a session.
void tst_Tabs::tabsOpenedBeforeTheWindowIsShownAreDrawn()
{
    FakeProgram program("echo '{}'");
    QSettings settings(program.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    Workspace workspace(program.path);
    MainWindow window(workspace, settings, {});
    window.opener().openNew();
    for (const char* name : {"first-run", "interleaved"})
        window.openFile(QStringLiteral(BUBBLESCOPE_TREE "/resources/strategies/%1.yaml")
                            .arg(QLatin1String(name)));
    QCOMPARE(workspace.count(), 2);
    window.show();
    const DocumentTabs& tabs = window.frame().tabs();
    QTRY_COMPARE(tabs.width(), tabs.sizeHint().width());
    for (int place = 0; place < 2; ++place) {
        QVERIFY(tabs.tabRect(place).width() >= Metrics().px(96));
        QVERIFY(tabs.rect().contains(tabs.tabRect(place)));
    }
}

QTEST_MAIN(tst_Tabs)
#include "tst_tabs.moc"
