// The frame of the window: what stands where, what is open, and that nothing moves by itself.

#include "gui/frame/verdict_bar.h"
#include "gui/timeline/timeline_panel.h"
#include "gui/window/language.h"
#include "gui/window/notice_strip.h"
#include "tests/gui/named.h"
#include "tests/gui/opened.h"

#include <QLineEdit>
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

class tst_Frame : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void theTimelineHasMostOfTheWindow_data();
    void theTimelineHasMostOfTheWindow();
    void whateverIsOpenItFitsASmallScreen();
    void theVerdictNeverMoves();
    void partsAreShownAndHiddenByTheirKeys();
    void panelAndInspectorLeaveRoomForTheTimeline();
    void eachModeRemembersWhatWasOpen();
    void aModeThatIsAskedForOpensItsPanel();
    void presentingShowsTheTimelineAlone();
    void presentingGivesTheWindowItsSizeBack_data();
    void presentingGivesTheWindowItsSizeBack();
    void aPanelThatIsShutLeavesTheKeyboardToTheTimeline();
    void sizesFollowTheScale();
    void whatIsSaidAnewLeavesAButtonInPlace();
    void aNoticeThatIsClosedStaysSo();
    void manyTabsScrollAndStayLegible_data();
    void manyTabsScrollAndStayLegible();
};

void tst_Frame::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
    applyTheme(*qApp, ThemeChoice::Light, systemPalette());
    applySizes(*qApp, Metrics());
}

void tst_Frame::theTimelineHasMostOfTheWindow_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("share");
    QTest::addRow("1024x700") << QSize(1024, 700) << 0.65;
    QTest::addRow("1280x800") << QSize(1280, 800) << 0.65;
    QTest::addRow("2560x1440") << QSize(2560, 1440) << 0.6; // beside panel and inspector
}

void tst_Frame::theTimelineHasMostOfTheWindow()
{
    QFETCH(QSize, size);
    QFETCH(double, share);
    FakeProgram program("echo '{}'");
    QSettings settings(program.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    Workspace workspace(program.path);
    workspace.addStrategy().document().start(builtInStrategy());
    MainWindow window(workspace, settings, {.keepLayout = false});
    window.resize(size);
    window.show();
    QTRY_VERIFY(window.isVisible());
    QCOMPARE(window.size(), size); // it fits
    const QSize timeline = window.strategySheet()->timelineArea().size();
    const double has
        = double(timeline.width()) * timeline.height() / (double(size.width()) * size.height());
    QVERIFY2(has >= share, qPrintable(QString::number(has)));
}

void tst_Frame::whateverIsOpenItFitsASmallScreen()
{
    Opened opened;
    opened.window.resize(1024, 700);
    opened.showLiveRun();
    FrameLayout& frame = opened.window.frame();
    for (const Mode mode : {Mode::Design, Mode::Run, Mode::Learn, Mode::Runs}) {
        opened.window.setMode(mode);
        for (const Arrangement& open :
             {Arrangement{}, Arrangement{.panel = true}, Arrangement{.inspector = true},
              Arrangement{.panel = true, .drawer = true},
              Arrangement{.inspector = true, .drawer = true}}) {
            frame.setArrangement(open);
            QCoreApplication::processEvents();
            const QSize least = opened.window.minimumSizeHint();
            QVERIFY2(least.width() <= 1024 && least.height() <= 700,
                     qPrintable(QStringLiteral("%1 x %2, mode %3, panel %4, inspector %5")
                                    .arg(least.width())
                                    .arg(least.height())
                                    .arg(int(mode))
                                    .arg(open.panel)
                                    .arg(open.inspector)));
            QVERIFY2(opened.window.size() == QSize(1024, 700),
                     qPrintable(
                         QStringLiteral("mode %1, panel %2, inspector %3, drawer %4: %5, least %6")
                             .arg(int(mode))
                             .arg(open.panel)
                             .arg(open.inspector)
                             .arg(open.drawer)
                             .arg(opened.window.width())
                             .arg(least.width())));
        }
    }
}

void tst_Frame::theVerdictNeverMoves()
{
    Opened opened;
    VerdictBar& bar = opened.window.frame().verdict();
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    const QRect place = bar.geometry();
    QCOMPARE(place.height(), metrics().verdictHeight());
    const QRect timeline = opened.area().geometry();
    auto* ranks = named<QSpinBox>(opened.window, QStringLiteral("Ranks"));
    ranks->setValue(0); // a problem
    QTRY_VERIFY(!opened.area().notice().isEmpty());
    QCOMPARE(bar.geometry(), place);
    QCOMPARE(opened.area().geometry(), timeline);
    opened.document.undoStack().undo();
    ranks->setValue(6);
    QTRY_VERIFY(opened.document.isPredictionCurrent());
    QVERIFY(!bar.verdict().numbers.at(0).change.isEmpty());
    opened.area().showFailure(QStringLiteral("It failed.\nFor two reasons."));
    opened.showLiveRun();
    QCoreApplication::processEvents();
    QCOMPARE(bar.geometry(), place);
    QCOMPARE(opened.area().geometry(), timeline);
}

void tst_Frame::partsAreShownAndHiddenByTheirKeys()
{
    Opened opened;
    FrameLayout& frame = opened.window.frame();
    QVERIFY(QTest::qWaitForWindowActive(&opened.window)); // only then it has shortcuts
    opened.area().panel().setFocus();
    const auto press = [&](Qt::Key key, Qt::KeyboardModifiers with = Qt::NoModifier) {
        QTest::keyClick(&opened.window, key, with);
    };
    const auto isShown = [&](const QWidget& part) { return !part.isHidden(); };
    QVERIFY(!isShown(frame.drawer()) && !isShown(frame.inspector()) && !isShown(frame.panel()));
    press(Qt::Key_Q);
    QVERIFY(isShown(frame.drawer()));
    QVERIFY(opened.action("view.drawer")->isChecked());
    press(Qt::Key_I);
    QVERIFY(isShown(frame.inspector()));
    press(Qt::Key_I);
    press(Qt::Key_B, Qt::ControlModifier);
    QVERIFY(isShown(frame.panel()) && !isShown(frame.inspector()));
    press(Qt::Key_Q);
    QVERIFY(!isShown(frame.drawer()));
    // The button of the rail shuts the panel that it has opened.
    opened.action("view.design")->trigger();
    QVERIFY(!isShown(frame.panel()));
    auto* name = named<QLineEdit>(opened.window, QStringLiteral("Name"));
    opened.action("view.design")->trigger();
    name->setFocus();
    QTest::keyClicks(name, QStringLiteral("qi")); // typed, and no shortcut
    QVERIFY(!isShown(frame.drawer()) && !isShown(frame.inspector()));
    QVERIFY(name->text().contains(QStringLiteral("qi")));
}

void tst_Frame::panelAndInspectorLeaveRoomForTheTimeline()
{
    Opened opened;
    FrameLayout& frame = opened.window.frame();
    frame.setArrangement({.panel = true});
    frame.setArrangement({.panel = true, .inspector = true});
    QVERIFY(!frame.panel().isVisible() && frame.inspector().isVisible()); // the newer one
    frame.setArrangement({.panel = true, .inspector = true});
    QVERIFY(frame.panel().isVisible() && !frame.inspector().isVisible());
    opened.window.resize(1920, 1080);
    QCoreApplication::processEvents();
    frame.setArrangement({.panel = true, .inspector = true});
    QVERIFY(frame.panel().isVisible() && frame.inspector().isVisible());
}

void tst_Frame::eachModeRemembersWhatWasOpen()
{
    Opened opened;
    FrameLayout& frame = opened.window.frame();
    opened.window.setMode(Mode::Design);
    frame.setArrangement({.panel = true});
    opened.window.setMode(Mode::Run);
    frame.setArrangement({.drawer = true});
    frame.drawer().setCurrent(QStringLiteral("log"));
    opened.window.setMode(Mode::Design);
    QVERIFY(!frame.panel().isHidden() && frame.drawer().isHidden());
    opened.window.setMode(Mode::Run);
    QVERIFY(frame.panel().isHidden() && !frame.drawer().isHidden());
    QCOMPARE(frame.drawer().current(), QStringLiteral("log"));

    frame.save(opened.settings);
    FrameLayout other;
    QVERIFY(other.restore(opened.settings));
    other.setMode(Mode::Design);
    QVERIFY(other.arrangement().panel && !other.arrangement().drawer);
    other.setMode(Mode::Run);
    QVERIFY(!other.arrangement().panel && other.arrangement().drawer);
}

// At a size at which panels are shut at first; what is launched or attached leaves them so.
void tst_Frame::aModeThatIsAskedForOpensItsPanel()
{
    Opened opened;
    const SidePanel& panel = opened.window.frame().panel();
    opened.window.setMode(Mode::Run);
    QVERIFY(panel.isHidden());
    for (const char* id : {"view.design", "view.run", "view.learn", "view.runs", "view.design"}) {
        opened.action(id)->trigger();
        QVERIFY2(!panel.isHidden(), id);
        QVERIFY2(opened.action(id)->isChecked(), id);
    }
    opened.action("view.design")->trigger();
    QVERIFY(panel.isHidden());
    opened.action("view.design")->trigger();
    QVERIFY(!panel.isHidden());
}

void tst_Frame::presentingShowsTheTimelineAlone()
{
    Opened opened;
    FrameLayout& frame = opened.window.frame();
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    frame.setArrangement({.panel = true, .drawer = true});
    QTest::keyClick(&opened.window, Qt::Key_F11);
    QVERIFY(frame.panel().isHidden() && frame.drawer().isHidden() && frame.rail().isHidden());
    QVERIFY(!frame.tabs().isVisible() && !opened.window.menuBar()->isVisible());
    QVERIFY(metrics().font(opened.window.font(), Type::Small).pixelSize() >= 24);
    QTRY_COMPARE(opened.area().panel().focusProxy()->font().pixelSize(), 24);
    QTest::keyClick(&opened.window, Qt::Key_F11);
    QVERIFY(!frame.panel().isHidden() && !frame.drawer().isHidden() && !frame.rail().isHidden());
    QCOMPARE(metrics(), Metrics());
}

void tst_Frame::presentingGivesTheWindowItsSizeBack_data()
{
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1024, 700), QSize(1280, 760), QSize(1280, 800)})
        QTest::addRow("%dx%d", size.width(), size.height()) << size;
}

void tst_Frame::presentingGivesTheWindowItsSizeBack()
{
    QFETCH(QSize, size);
    Opened opened;
    opened.window.resize(size);
    opened.window.frame().setArrangement({.panel = true, .drawer = true});
    QCoreApplication::processEvents();
    QCOMPARE(opened.window.size(), size);
    for (int time = 0; time < 2; ++time) {
        opened.action("view.present")->trigger();
        QCoreApplication::processEvents();
        QVERIFY(opened.window.isFullScreen());
        opened.action("view.present")->trigger();
        QCOMPARE(opened.window.size(), size);
        QCoreApplication::processEvents();
        QCOMPARE(opened.window.size(), size);
    }
}

void tst_Frame::aPanelThatIsShutLeavesTheKeyboardToTheTimeline()
{
    Opened opened;
    FrameLayout& frame = opened.window.frame();
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    frame.setArrangement({.panel = true, .drawer = true});
    auto* name = named<QLineEdit>(opened.window, QStringLiteral("Name"));
    name->setFocus();
    QTest::keyClick(name, Qt::Key_B, Qt::ControlModifier);
    QVERIFY(!frame.panel().isVisible());
    QCOMPARE(QApplication::focusWidget(), opened.area().panel().focusProxy());
}

void tst_Frame::sizesFollowTheScale()
{
    Opened opened;
    const VerdictBar& bar = opened.window.frame().verdict();
    for (const double scale : Metrics::scales()) {
        applySizes(*qApp, Metrics(scale));
        QCOMPARE(metrics(), Metrics(scale));
        QTRY_COMPARE(bar.height(), Metrics(scale).verdictHeight());
    }
    applySizes(*qApp, Metrics());
    QCOMPARE(Metrics().larger().smaller(), Metrics());
}

// It is said with every tick of a run.
void tst_Frame::whatIsSaidAnewLeavesAButtonInPlace()
{
    class Changes : public QObject {
    public:
        int count = 0;
        bool eventFilter(QObject*, QEvent* event) override
        {
            count += event->type() == QEvent::Hide || event->type() == QEvent::Show ? 1 : 0;
            return false;
        }
    };
    NoticeStrip strip(QStringLiteral("What is said"));
    int clicked = 0;
    strip.setButton(QStringLiteral("Do it"), [&clicked] { clicked = 1; });
    strip.show(Tone::Plain, QStringLiteral("There is something to do."));
    auto* button = named<QToolButton>(strip, QStringLiteral("Do it"));
    QVERIFY(button && button->isVisible());
    Changes changes;
    button->installEventFilter(&changes);
    strip.setButton(QStringLiteral("Do it"), [&clicked] { clicked = 2; });
    QCOMPARE(changes.count, 0);
    button->click();
    QCOMPARE(clicked, 2);
    strip.setButton({}, nullptr);
    QVERIFY(!button->isVisible());
}

void tst_Frame::aNoticeThatIsClosedStaysSo()
{
    NoticeStrip strip(QStringLiteral("What is said"));
    strip.show(Tone::Plain, QStringLiteral("One."));
    QVERIFY(!strip.dismiss()); // it has no button for that
    strip.setClosable();
    auto* close = named<QToolButton>(strip, QStringLiteral("Close the notice"));
    QVERIFY(close && close->focusPolicy() == Qt::StrongFocus);
    QSignalSpy closed(&strip, &NoticeStrip::closed);
    close->click();
    QCOMPARE(closed.count(), 1);
    QVERIFY(!strip.isVisible() && strip.text().isEmpty());
    strip.show(Tone::Plain, QStringLiteral("One."));
    QVERIFY(!strip.isVisible());
    strip.show(Tone::Plain, QStringLiteral("Another."));
    QVERIFY(strip.isVisible());
    strip.show(Tone::Plain, QStringLiteral("One."));
    QVERIFY(strip.isVisible());
}

void tst_Frame::manyTabsScrollAndStayLegible_data()
{
    QTest::addColumn<int>("before");
    QTest::addRow("at the start") << 12;
    QTest::addRow("one by one") << 0;
}

// Whether they were there when the window was first shown, or came later.
void tst_Frame::manyTabsScrollAndStayLegible()
{
    QFETCH(int, before);
    Opened opened;
    opened.window.hide();
    const auto open = [&opened](int from, int to) {
        for (int ranks = from; ranks < to; ++ranks) {
            strategy::Strategy strategy = builtInStrategy();
            strategy.name = "A strategy of " + std::to_string(ranks) + " ranks";
            opened.workspace.addStrategy().document().start(strategy);
        }
    };
    MainWindow window(opened.workspace, opened.settings, {.keepLayout = false});
    window.resize(1280, 800);
    open(0, before);
    window.show();
    QTRY_VERIFY(window.isVisible());
    open(before, 12);
    QTabBar& tabs = window.frame().tabs();
    QCOMPARE(tabs.count(), 13);
    QTRY_VERIFY(tabs.rect().contains(tabs.tabRect(tabs.currentIndex()).center()));
    for (int tab = 1; tab < tabs.count(); ++tab)
        QVERIFY2(tabs.tabRect(tab).width() >= metrics().px(140),
                 qPrintable(QString::number(tabs.tabRect(tab).width())));
    int scrolling = 0;
    for (const QToolButton* button : tabs.findChildren<QToolButton*>())
        scrolling += button->isVisible() ? 1 : 0;
    QCOMPARE(scrolling, 2);
}

QTEST_MAIN(tst_Frame)
#include "tst_frame.moc"
