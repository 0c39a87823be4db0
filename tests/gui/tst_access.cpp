// The window for those who do not see it, or have no mouse.

#include "gui/frame/label_access.h"
#include "gui/frame/painted_parts.h"
#include "gui/frame/verdict_bar.h"
#include "gui/text/mnemonic.h"
#include "gui/window/language.h"
#include "gui/window/theme_choice.h"
#include "tests/gui/accessible_walk.h"
#include "tests/gui/every_view.h"
#include "tests/gui/named.h"

#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QToolButton>

using namespace gui;
using test::EveryView;
using test::named;
using test::Opened;

namespace {

std::vector<std::pair<QAccessible::Event, QString>> said;

void note(QAccessibleEvent* event)
{
    QAccessibleInterface* about = event->accessibleInterface();
    said.emplace_back(event->type(), about ? about->text(QAccessible::Name) : QString());
}

// Whether Qt hands on what is said at all: only where the platform has somebody to tell it to, as
// xcb with QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 and a session bus.
bool listens() { return QAccessible::isActive(); }

bool wasSaid(QAccessible::Event kind, const QString& beginning)
{
    return std::any_of(said.begin(), said.end(), [&](const auto& each) {
        return each.first == kind && each.second.startsWith(beginning);
    });
}

QString letterOf(const QString& text)
{
    const auto at = text.indexOf(QLatin1Char('&'));
    return at < 0 || at + 1 >= text.size() ? QString() : QString(text[at + 1]).toUpper();
}

QString describe(const QWidget& widget)
{
    return QStringLiteral("%1 \"%2\"")
        .arg(QString::fromLatin1(widget.metaObject()->className()), widget.accessibleName());
}

// The parts that the keys get to from the first. Each is told once it is the current one.
std::set<int> reachedByKeys(QWidget& widget, PaintedParts& painted)
{
    QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&widget);
    std::set<int> reached{0};
    std::vector<int> left{0};
    while (!left.empty()) {
        const int from = left.back();
        left.pop_back();
        for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down,
                                  Qt::Key_PageUp, Qt::Key_PageDown})
            for (const Qt::KeyboardModifier with : {Qt::NoModifier, Qt::ShiftModifier}) {
                painted.choosePart(from);
                said.clear();
                QTest::keyClick(&widget, key, with);
                const int now = painted.currentPart();
                if (now == from)
                    continue;
                QAccessibleInterface* item
                    = list->child(list->childCount() - painted.parts() + now);
                if (!item->state().focused
                    || (listens() && !wasSaid(QAccessible::Focus, item->text(QAccessible::Name))))
                    QTest::qFail("a part is current and not told", __FILE__, __LINE__);
                if (reached.insert(now).second)
                    left.push_back(now);
            }
    }
    return reached;
}

// The view of that name, or what the command of that name shows.
void openView(Opened& opened, const QString& what)
{
    if (what == QLatin1String("start")) {
        opened.window.opener().openStart();
    } else if (what == QLatin1String("import")) {
        test::writeDumps(opened.program.directory.path());
        opened.window.openFile(opened.program.directory.filePath(QStringLiteral("pp_rank_0.json")));
        QTRY_VERIFY_WITH_TIMEOUT(qobject_cast<ImportSheet*>(opened.window.sheet()), 60'000);
    }
    opened.window.setMode(what == QLatin1String("run")         ? Mode::Run
                              : what == QLatin1String("learn") ? Mode::Learn
                              : what == QLatin1String("runs")  ? Mode::Runs
                                                               : Mode::Design);
    if (what.contains(QLatin1Char('.')))
        opened.action(what.toLatin1())->trigger();
    opened.window.frame().setArrangement({.panel = true, .inspector = true, .drawer = true});
    QCoreApplication::processEvents();
}

} // namespace

class tst_Access : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aControlWithoutANameIsFound();
    void everyControlHasAName();
    void everyDialogIsNamed();
    void labelsTellTheirNameAndWhatTheyShow();
    void theVerdictIsToldAsItChanges();
    void commandsAreReachedByKeyboard();
    void whatIsPaintedIsToldAndReached_data();
    void whatIsPaintedIsToldAndReached();
    void tabReachesEverything_data();
    void tabReachesEverything();
};

void tst_Access::initTestCase()
{
    QAccessible::installUpdateHandler(note);
    installLabelAccess(); // as the first window does
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
    applyTheme(*qApp, ThemeChoice::Light, systemPalette());
    applySizes(*qApp, Metrics());
}

void tst_Access::aControlWithoutANameIsFound()
{
    Opened opened;
    QTRY_VERIFY(opened.window.isVisible());
    QCOMPARE(test::unnamed(opened.window), QStringList());
    auto* planted = new QToolButton(&opened.sheet);
    planted->show();
    const QStringList found = test::unnamed(opened.window);
    QCOMPARE(found.size(), 1);
    QVERIFY2(found.front().startsWith(QStringLiteral("QToolButton")), qPrintable(found.front()));
}

void tst_Access::everyControlHasAName()
{
    QStringList all;
    int views = 0;
    EveryView every(QSize(1280, 800), [&](const QString& name, QWidget& shown) {
        ++views;
        for (const QString& each : test::unnamed(shown))
            all << name + QStringLiteral(": ") + each;
    });
    every.sheets();
    QVERIFY2(all.isEmpty(), qPrintable(all.join(QLatin1Char('\n'))));
    QVERIFY2(views > 45, qPrintable(QString::number(views)));
}

void tst_Access::everyDialogIsNamed()
{
    QStringList all;
    EveryView every(QSize(1280, 800), [&](const QString& name, QWidget& shown) {
        if (qobject_cast<QFileDialog*>(&shown)) // of the system
            return;
        for (const QString& each : test::unnamed(shown))
            all << name + QStringLiteral(": ") + each;
        if (shown.windowTitle().isEmpty() && shown.accessibleName().isEmpty())
            all << name + QStringLiteral(": the dialog itself");
    });
    every.dialogs();
    QVERIFY2(all.isEmpty(), qPrintable(all.join(QLatin1Char('\n'))));
    for (const char* dialog : {"CommandPalette", "CostDialog", "ExportDialog", "HelpDialog",
                               "LaunchDialog", "SlowDialog", "SwapDialog"})
        QVERIFY2(every.dialogsSeen().contains(QStringLiteral("gui::") + QLatin1String(dialog)),
                 dialog);
}

void tst_Access::labelsTellTheirNameAndWhatTheyShow()
{
    const auto name = [](QLabel& label) {
        return QAccessible::queryAccessibleInterface(&label)->text(QAccessible::Name);
    };
    QLabel label(QStringLiteral("165 ms"));
    QCOMPARE(name(label), QStringLiteral("165 ms"));
    label.setAccessibleName(QStringLiteral("Step"));
    QCOMPARE(name(label), QStringLiteral("Step: 165 ms"));
    QCOMPARE(QAccessible::queryAccessibleInterface(&label)->role(), QAccessible::StaticText);
    label.setText(QStringLiteral("<b>166</b> ms"));
    QCOMPARE(name(label), QStringLiteral("Step: 166 ms"));
    label.setTextFormat(Qt::PlainText);
    QCOMPARE(name(label), QStringLiteral("Step: <b>166</b> ms"));
    label.clear();
    QCOMPARE(name(label), QStringLiteral("Step"));
}

void tst_Access::theVerdictIsToldAsItChanges()
{
    VerdictBar bar;
    bar.resize(1000, 56);
    bar.show();
    Verdict verdict{.numbers = {{.name = QStringLiteral("Step"), .value = QStringLiteral("1 s")}}};
    bar.setVerdict(verdict);
    said.clear();
    verdict.numbers[0].value = QStringLiteral("2 s");
    bar.setVerdict(verdict);
    QVERIFY(!listens() || wasSaid(QAccessible::NameChanged, QStringLiteral("Step: 2 s")));
    QVERIFY(!wasSaid(QAccessible::Alert, QString()));
    QCOMPARE(bar.accessibleDescription(), QStringLiteral("Step 2 s"));
    verdict.health = QStringLiteral("FAILED rank 1");
    verdict.healthMood = Mood::Bad;
    bar.setVerdict(verdict);
    QVERIFY(
        !listens()
        || wasSaid(QAccessible::Alert, QString::fromUtf8("How the run stands: ■ FAILED rank 1")));
    QCOMPARE(bar.accessibleDescription(), QStringLiteral("Step 2 s, FAILED rank 1"));
    said.clear();
    verdict.numbers[0].value = QStringLiteral("3 s");
    bar.setVerdict(verdict); // the alarm is no news
    QVERIFY(!wasSaid(QAccessible::Alert, QString()));
}

void tst_Access::commandsAreReachedByKeyboard()
{
    Opened opened;
    std::set<QAction*> reached;
    QStringList wrong;
    std::function<void(const QString&, const QList<QAction*>&)> walk
        = [&](const QString& menu, const QList<QAction*>& actions) {
              QHash<QString, QString> letters;
              for (QAction* action : actions) {
                  if (action->isSeparator())
                      continue;
                  reached.insert(action);
                  const QString letter = letterOf(action->text());
                  // The names of files are data; arrows reach them.
                  if (action->menu() || action->objectName().contains(QLatin1Char('.'))) {
                      if (letter.isEmpty() || letters.contains(letter))
                          wrong << QStringLiteral("%1: %2 and %3")
                                       .arg(menu, action->text(), letters.value(letter));
                      letters[letter] = action->text();
                  }
                  if (action->menu())
                      walk(action->text(), action->menu()->actions());
              }
          };
    walk(QStringLiteral("menu bar"), opened.window.menuBar()->actions());
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    QHash<QKeySequence, QString> keys;
    for (QAction* action : opened.window.actions().actions()) {
        QVERIFY2(reached.contains(action) || !action->shortcuts().isEmpty(),
                 qPrintable(action->objectName()));
        for (const QKeySequence& key : action->shortcuts()) {
            QVERIFY2(!keys.contains(key),
                     qPrintable(action->objectName() + QStringLiteral(" and ") + keys[key]));
            keys[key] = action->objectName();
        }
    }
}

void tst_Access::whatIsPaintedIsToldAndReached_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("shown"); // class of the widget
    QTest::addColumn<int>("parts");
    QTest::newRow("devices") << "view.devices"
                             << "gui::DeviceView" << 32;
    QTest::newRow("cubes") << "view.grid"
                           << "gui::GridView" << 32;
    QTest::newRow("shards") << "view.shards"
                            << "gui::ShardView" << -1;
    QTest::newRow("boundaries") << "view.layers"
                                << "gui::LayerStrip" << 3;
    QTest::newRow("stages") << "view.layers"
                            << "gui::LayerGrid" << 4;
}

void tst_Access::whatIsPaintedIsToldAndReached()
{
    QFETCH(QString, command);
    QFETCH(QString, shown);
    QFETCH(int, parts);
    Opened opened;
    opened.document.start(test::llama());
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    QTRY_VERIFY_WITH_TIMEOUT(opened.document.isPredictionCurrent(), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(opened.sheet.estimator().isCurrent(), 60'000);
    opened.action(command.toLatin1())->trigger();
    QWidget* widget = nullptr;
    for (auto* each : opened.sheet.findChildren<QWidget*>())
        if (each->isVisible() && each->inherits(shown.toLatin1()))
            widget = each;
    auto* painted = dynamic_cast<PaintedParts*>(widget);
    QVERIFY(painted);
    widget->setFocus();
    QCOMPARE(QApplication::focusWidget(), widget);

    // Each has a name of its own and a place, and is found there.
    QAccessibleInterface* list = QAccessible::queryAccessibleInterface(widget);
    QVERIFY(parts < 0 ? painted->parts() > 5 : painted->parts() == parts);
    const int own = list->childCount() - painted->parts();
    std::set<QString> names;
    for (int part = 0; part < painted->parts(); ++part) {
        QAccessibleInterface* item = list->child(own + part);
        QVERIFY(item && item->isValid());
        QCOMPARE(item->parent(), list);
        QCOMPARE(list->indexOfChild(item), own + part);
        QVERIFY(!item->text(QAccessible::Name).isEmpty());
        QVERIFY(names.insert(item->text(QAccessible::Name)).second);
        QVERIFY(!item->rect().isEmpty());
    }
    QAccessibleInterface* const first = list->child(own);
    QCOMPARE(list->childAt(first->rect().center().x(), first->rect().center().y()), first);

    // It is chosen as the keys choose it, and they get from there to every other.
    first->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(painted->currentPart(), 0);
    QVERIFY(first->state().selected && first->state().focused);
    QCOMPARE(list->focusChild(), first);
    QCOMPARE(static_cast<int>(reachedByKeys(*widget, *painted).size()), painted->parts());
}

void tst_Access::tabReachesEverything_data()
{
    QTest::addColumn<QString>("what");
    for (const char* what : {"design", "run", "learn", "view.compare", "edit.search", "edit.sweep",
                             "start", "import", "runs", "run.launch", "schedule.edit",
                             "view.devices", "view.grid", "view.shards", "view.layers"})
        QTest::newRow(what) << QString::fromLatin1(what);
}

void tst_Access::tabReachesEverything()
{
    QFETCH(QString, what);
    Opened opened;
    opened.document.start(test::llama());
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    QTRY_VERIFY_WITH_TIMEOUT(opened.document.isPredictionCurrent(), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(opened.sheet.estimator().isCurrent(), 60'000);
    openView(opened, what);
    // The window, or what was opened over it.
    QWidget* const top
        = QApplication::activeModalWidget() ? QApplication::activeModalWidget() : &opened.window;
    QVERIFY(QTest::qWaitForWindowActive(top));
    if (top == &opened.window)
        opened.window.sheet()->focused()->setFocus(Qt::TabFocusReason);
    else
        for (auto* fold : top->findChildren<QToolButton*>())
            if (fold->isCheckable())
                fold->click();
    QVERIFY(QApplication::focusWidget());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab); // the keyboard is in use from now on
    QWidget* const first = QApplication::focusWidget();
    QVERIFY(first);

    std::set<QWidget*> stops = test::tabStops(*top);
    QStringList unseen;
    QStringList path;
    std::set<QWidget*> reached;
    QWidget* at = first;
    for (int i = 0; i < 400; ++i) {
        reached.insert(at);
        path << describe(*at);
        // Whoever uses the keyboard sees where it is.
        const QRect place = QRect(at->mapTo(top, QPoint()), at->size())
                                .adjusted(-3, -3, 3, 3)
                                .intersected(top->rect());
        const QImage with = top->grab(place).toImage();
        QTest::keyClick(at, Qt::Key_Tab);
        QWidget* const next = QApplication::focusWidget();
        QVERIFY2(next, qPrintable(describe(*at)));
        if (next == at)
            break;
        if (top->grab(place).toImage() == with)
            unseen << describe(*at);
        at = next;
        if (at == first)
            break;
    }
    QVERIFY2(at == first, qPrintable(QStringLiteral("Tab stays at ") + describe(*at)));
    QStringList missed;
    for (QWidget* stop : test::tabStops(*top))
        if (stops.contains(stop) && !reached.contains(stop))
            missed << describe(*stop);
    QVERIFY2(missed.isEmpty(),
             qPrintable(missed.join(QLatin1Char('\n')) + QStringLiteral("\nreached: ")
                        + path.join(QStringLiteral(", "))));
    QVERIFY2(unseen.isEmpty(), qPrintable(unseen.join(QLatin1Char('\n'))));
    QVERIFY(reached.size() > 5);
}

QTEST_MAIN(tst_Access)
#include "tst_access.moc"
