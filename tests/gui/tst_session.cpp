// What was open is open again, and what was not saved comes back.

#include "gui/window/language.h"
#include "gui/window/recovery.h"
#include "gui/workspace/open_comparison.h"
#include "gui/workspace/open_start.h"
#include "tests/gui/reopened.h"

#include <QDir>
#include <QToolButton>

#include <map>

using namespace gui;
using test::contentsOf;
using test::fileIn;
using test::Opened;
using test::Reopened;

class tst_Session : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
    }
    void aSessionIsReadAsItWasWritten();
    void nonsenseInTheSettingsIsLeftOut();
    void tabsComeBackAsTheyStood();
    void filesThatAreGoneAreNamed();
    void theUntouchedStrategyIsNotKept();
    void theRangeOfATimelineComesBack();
    void everythingUnsavedComesBackAtOnce();
    void whatComesBackIsKeptAtOnce();
    void thoseWithoutANameAreCounted();
    void discardingTakesItAllBack();
    void theHistoryIsExactAcrossSaves();
};

void tst_Session::aSessionIsReadAsItWasWritten()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    Session session;
    session.tabs = {
        {.kind = TabKind::Start},
        {.path = QStringLiteral("/a/ß, b.yaml"), .run = QStringLiteral("run-1")},
        {.foreign = QStringLiteral("/x.sh")},
        {.text = QStringLiteral("bubblescope: 1\nname: \"a\\nb\"\n"),
         .begin = Nanoseconds{5},
         .end = Nanoseconds{1'000'000'000'000}},
        {.recording = QStringLiteral("/rec"), .view = 4},
        {.kind = TabKind::Sweep, .of = 1, .asked = QStringLiteral("[\"a\"]")},
        {.kind = TabKind::Search,
         .text = QStringLiteral("bubblescope: 1\n"),
         .name = QStringLiteral("ß")},
        {.kind = TabKind::Compare,
         .of = 1,
         .name = QStringLiteral("b"),
         .sources
         = {{.kind = QStringLiteral("schedule"),
             .of = 1,
             .schedule = QStringLiteral("zbv"),
             .chunks = 2},
            {.kind = QStringLiteral("import"), .path = QStringLiteral("/dumps"), .iteration = 3}}}};
    session.front = 3;
    session.mode = 1;
    writeSession(settings, session);
    settings.sync();
    QSettings again(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    QVERIFY(readSession(again) == session);
    session.tabs.resize(1);
    session.front = 0;
    writeSession(again, session);
    QVERIFY(readSession(again) == session); // nothing of the longer one is left
    QVERIFY(reopensTabs(again));
    setReopensTabs(again, false);
    QVERIFY(!reopensTabs(again));
}

void tst_Session::nonsenseInTheSettingsIsLeftOut()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    QVERIFY(readSession(settings) == Session{});
    settings.setValue(QStringLiteral("session/tabs/size"), 1'000'000'000);
    settings.setValue(QStringLiteral("session/tabs/2/path"), QStringLiteral("/a.yaml"));
    settings.setValue(QStringLiteral("session/front"), -7);
    settings.setValue(QStringLiteral("session/mode"), QStringLiteral("x"));
    const Session read = readSession(settings);
    QCOMPARE(read.tabs.size(), 1u);
    QCOMPARE(read.front, 0);
    // What refers to a tab that is left out refers to none; to one behind it, to where that is now.
    settings.setValue(QStringLiteral("session/tabs/1/kind"), QStringLiteral("of another version"));
    for (const auto& [place, of] : std::map<int, int>{{3, 1}, {4, 2}, {5, 77}, {6, -5}}) {
        const QString tab = QStringLiteral("session/tabs/%1/").arg(place);
        settings.setValue(tab + QStringLiteral("kind"), QStringLiteral("search"));
        settings.setValue(tab + QStringLiteral("of"), of - 1);
    }
    settings.setValue(QStringLiteral("session/tabs/7/kind"), QStringLiteral("comparison"));
    settings.setValue(QStringLiteral("session/tabs/7/sources/size"), 1'000'000'000);
    settings.setValue(QStringLiteral("session/tabs/8/kind"), QStringLiteral("comparison"));
    const Session more = readSession(settings);
    QCOMPARE(more.tabs.size(), 6u); // the last has nothing to compare
    QCOMPARE(more.tabs[1].of, -1);
    QCOMPARE(more.tabs[2].of, 0);
    QCOMPARE(more.tabs[3].of, -1);
    QCOMPARE(more.tabs[4].of, -1);
    QCOMPARE(more.tabs[5].sources.size(), std::size_t(OpenComparison::kMost));
}

void tst_Session::tabsComeBackAsTheyStood()
{
    Opened opened;
    SessionKeeper keeper(opened.workspace, opened.settings);
    keeper.setWindow(&opened.window);
    keeper.begin();
    const QString one = fileIn(opened, QStringLiteral("one.yaml"), 2);
    const QString two = fileIn(opened, QStringLiteral("two.yaml"), 3);
    opened.window.openFile(one);
    opened.window.openFile(two);
    opened.action("file.new")->trigger();
    strategy::Strategy made = builtInStrategy();
    made.name = "from a search";
    made.parallel.pipeline = 6;
    opened.window.opener().openStrategy(made);
    opened.workspace.move(0, 1);
    opened.workspace.setCurrent(1); // one.yaml
    opened.window.setMode(Mode::Run);
    keeper.write();

    Reopened again(opened.settings);
    QVERIFY(again.keeper.restore());
    QCOMPARE(again.workspace.count(), 4);
    const auto strategyAt = [&again](int place) -> Document& {
        return qobject_cast<OpenStrategy*>(&again.workspace.at(place))->document();
    };
    QCOMPARE(strategyAt(0).path(), two);
    QCOMPARE(strategyAt(1).path(), one);
    QVERIFY(qobject_cast<OpenStart*>(&again.workspace.at(2)));
    QVERIFY(strategyAt(3).strategy() == made && strategyAt(3).path().isEmpty());
    QCOMPARE(again.workspace.currentPlace(), 1);
    QCOMPARE(again.window.mode(), Mode::Run);
    QVERIFY(again.keeper.missing().isEmpty());
    for (const int place : {0, 1, 3})
        QVERIFY(!strategyAt(place).isModified());
}

void tst_Session::filesThatAreGoneAreNamed()
{
    Opened opened;
    const QString there = fileIn(opened, QStringLiteral("there.yaml"), 2);
    const QString bad = opened.saved(QStringLiteral("bubblescope: 1\nnonsense: 2\n"));
    Session session;
    session.tabs = {{.path = QStringLiteral("/gone/a.yaml")},
                    {.path = bad},
                    {.recording = QStringLiteral("/gone/run")},
                    {.path = there}};
    session.front = 0;
    writeSession(opened.settings, session);
    Reopened again(opened.settings);
    QVERIFY(again.keeper.restore());
    QCOMPARE(again.keeper.missing(),
             QStringList({QStringLiteral("/gone/a.yaml"), bad, QStringLiteral("/gone/run")}));
    QCOMPARE(again.keeper.missingSentence(),
             QStringLiteral("These were open when the last window was closed, and cannot be opened "
                            "now: /gone/a.yaml, %1, /gone/run")
                 .arg(bad));
    QCOMPARE(again.workspace.count(), 1); // and left no tab behind
    QVERIFY(again.workspace.current());
    session.tabs = {{.path = QStringLiteral("/gone/a.yaml")}};
    writeSession(opened.settings, session);
    Reopened none(opened.settings);
    QVERIFY(!none.keeper.restore());
    QCOMPARE(none.workspace.count(), 0);
}

void tst_Session::theUntouchedStrategyIsNotKept()
{
    Opened opened;
    SessionKeeper keeper(opened.workspace, opened.settings);
    keeper.setWindow(&opened.window);
    keeper.begin();
    keeper.write();
    QVERIFY(readSession(opened.settings).tabs.empty());
    // Written by itself, a moment after something has changed.
    opened.window.openFile(fileIn(opened, QStringLiteral("one.yaml"), 2));
    QTRY_COMPARE(readSession(opened.settings).tabs.size(), 1u);
}

void tst_Session::theRangeOfATimelineComesBack()
{
    Opened opened;
    const QString one = fileIn(opened, QStringLiteral("one.yaml"), 2);
    SessionKeeper keeper(opened.workspace, opened.settings);
    keeper.setWindow(&opened.window);
    keeper.begin();
    opened.window.openFile(one);
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    ViewState& state = opened.area().viewState();
    QVERIFY(opened.area().panel().finishFrame());
    const TimeRange part{state.extent() / 4, state.extent() / 2};
    state.setVisible(part);
    keeper.write();
    Reopened again(opened.settings);
    QVERIFY(again.keeper.restore());
    QTRY_VERIFY(again.window.strategySheet());
    QTRY_COMPARE(again.window.strategySheet()->viewState().visible().begin, part.begin);
    QCOMPARE(again.window.strategySheet()->viewState().visible().end, part.end);
}

void tst_Session::everythingUnsavedComesBackAtOnce()
{
    Opened opened;
    const QString folder = opened.program.directory.filePath(QStringLiteral("unsaved"));
    const QString one = fileIn(opened, QStringLiteral("one.yaml"), 2);
    const auto leave = [&folder](Document& document, int ranks) {
        strategy::Strategy edited = document.strategy();
        edited.parallel.pipeline = ranks;
        Autosave autosave(document, folder);
        document.edit(QStringLiteral("ranks"), QStringLiteral("ranks"), edited);
        autosave.keepNow();
    }; // as if the process had ended
    Document inFile;
    QVERIFY(inFile.open(one).empty());
    leave(inFile, 5);
    Document unnamed;
    leave(unnamed, 7);
    QCOMPARE(QDir(folder).entryList({QStringLiteral("*.yaml")}).size(), 2);
    QVERIFY(!autosaveFolder().contains(QStringLiteral(".local"))); // nothing of a test goes there

    opened.window.openFile(one);
    Recovery recovery(opened.workspace);
    recovery.restore(leftBehind(folder), opened.window);
    QCOMPARE(opened.workspace.count(), 2); // one in the tab of its file
    QCOMPARE(opened.document.strategy().parallel.pipeline, 5);
    QVERIFY(opened.document.isModified());
    auto* other = qobject_cast<OpenStrategy*>(&opened.workspace.at(1));
    QCOMPARE(other->document().strategy().parallel.pipeline, 7);
    const QString said = opened.window.strategySheet()->timelineArea().offered();
    QVERIFY2(said.contains(QStringLiteral("one.yaml")), qPrintable(said)); // one notice for all
    QVERIFY2(said.contains(QStringLiteral("unnamed strategy")), qPrintable(said));
    opened.document.undoStack().undo();
    QCOMPARE(opened.document.strategy().parallel.pipeline, 2);
    QVERIFY(!opened.document.isModified());
}

// A crash right after the restart loses nothing of what the first one had left.
void tst_Session::whatComesBackIsKeptAtOnce()
{
    Opened opened;
    QTemporaryDir state;
    const auto restoreEnvironment
        = qScopeGuard([before = qgetenv("XDG_STATE_HOME")] { qputenv("XDG_STATE_HOME", before); });
    qputenv("XDG_STATE_HOME", state.path().toUtf8());
    {
        Document document;
        strategy::Strategy edited = builtInStrategy();
        Autosave autosave(document, autosaveFolder());
        document.edit(QStringLiteral("x"), QStringLiteral("x"), edited);
        autosave.keepNow();
    }
    Recovery recovery(opened.workspace);
    recovery.restore(leftBehind(autosaveFolder()), opened.window);
    QCOMPARE(opened.workspace.count(), 1); // in the tab in which nothing was done yet
    QVERIFY(opened.document.isModified());
    const auto kept = QDir(autosaveFolder()).entryInfoList({QStringLiteral("*.yaml")});
    QCOMPARE(kept.size(), 1);
    QVERIFY(contentsOf(kept[0].filePath()).contains(QStringLiteral("First run")));
    QVERIFY(leftBehind(autosaveFolder()).empty()); // it is this window's
    opened.window.strategySheet()->item().forgetChanges();
    QVERIFY(QDir(autosaveFolder()).entryList({QStringLiteral("*.yaml")}).isEmpty());
}

void tst_Session::thoseWithoutANameAreCounted()
{
    Opened opened;
    const QString folder = opened.program.directory.filePath(QStringLiteral("unsaved"));
    for (const int ranks : {3, 5, 7}) {
        Document unnamed;
        strategy::Strategy edited = unnamed.strategy();
        edited.parallel.pipeline = ranks;
        Autosave autosave(unnamed, folder);
        unnamed.edit(QStringLiteral("ranks"), QStringLiteral("ranks"), edited);
        autosave.keepNow();
    }
    Recovery recovery(opened.workspace);
    recovery.offer(leftBehind(folder), opened.window);
    const QString said = opened.area().offered();
    QVERIFY2(said.contains(QStringLiteral(": 3 unnamed strategies.")), qPrintable(said));
}

void tst_Session::discardingTakesItAllBack()
{
    Opened opened;
    const QString folder = opened.program.directory.filePath(QStringLiteral("unsaved"));
    const QString one = fileIn(opened, QStringLiteral("one.yaml"), 2);
    {
        Document document;
        QVERIFY(document.open(one).empty());
        strategy::Strategy edited = document.strategy();
        edited.parallel.pipeline = 5;
        Autosave autosave(document, folder);
        document.edit(QStringLiteral("ranks"), QStringLiteral("ranks"), edited);
        autosave.keepNow();
    }
    opened.window.openFile(one);
    Recovery recovery(opened.workspace);
    recovery.restore(leftBehind(folder), opened.window);
    QCOMPARE(opened.document.strategy().parallel.pipeline, 5);
    for (QToolButton* button : opened.window.findChildren<QToolButton*>())
        if (button->text() == QStringLiteral("Discard the changes"))
            button->click();
    QCOMPARE(opened.document.strategy().parallel.pipeline, 2);
    QVERIFY(!opened.document.isModified());
    QVERIFY(leftBehind(folder).empty());
}

// What stands in the file is what is shown at that place of the history, whichever way one came
// there; comments are those of the file.
void tst_Session::theHistoryIsExactAcrossSaves()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("s.yaml"));
    const auto contents = [&path] { return contentsOf(path).toUtf8(); };
    const QByteArray first = "# ours\nbubblescope: 1\nparallel: {pipeline: 2}  # few\n"
                             "batch:\n  global: 4  # small\n";
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(first);
    file.close();
    Document document;
    QVERIFY(document.open(path).empty());
    const auto set = [&document](int global) {
        strategy::Strategy edited = document.strategy();
        edited.batch.global = global;
        document.edit(QStringLiteral("batch"), QStringLiteral("batch"), edited);
    };
    set(8);
    QVERIFY(!document.save());
    const QByteArray second = contents();
    QCOMPARE(second, QByteArray(first).replace("global: 4", "global: 8"));
    set(16); // in the same field, and yet a change of its own
    document.undoStack().undo();
    QCOMPARE(document.strategy().batch.global, 8);
    QVERIFY(!document.isModified());
    document.undoStack().undo(); // past the save
    QCOMPARE(document.strategy().batch.global, 4);
    QVERIFY(document.isModified());
    QVERIFY(!document.save());
    QCOMPARE(contents(), first);
    QVERIFY(!document.isModified());
    document.undoStack().redo();
    QCOMPARE(document.strategy().batch.global, 8);
    QVERIFY(document.isModified());
    document.undoStack().redo();
    QCOMPARE(document.strategy().batch.global, 16);
    QVERIFY(!document.save());
    QCOMPARE(contents(), QByteArray(first).replace("global: 4", "global: 16"));
    document.undoStack().undo();
    document.undoStack().undo();
    set(5); // what was undone is gone, and with it the state that is in the file
    while (document.undoStack().canUndo())
        document.undoStack().undo();
    QCOMPARE(document.strategy().batch.global, 4);
    QVERIFY(document.isModified());
}

QTEST_MAIN(tst_Session)
#include "tst_session.moc"
