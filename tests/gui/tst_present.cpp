// Presenting: the timeline alone, in large type, and what is still to be had of it.

#include "gui/frame/brief_label.h"
#include "gui/timeline/timeline_panel.h"
#include "gui/window/application.h"
#include "gui/window/language.h"
#include "tests/gui/compared.h"
#include "tests/gui/opened.h"

#include <QMenuBar>
#include <QScrollBar>

using namespace gui;
using namespace std::chrono_literals;
using test::Compared;
using test::Opened;

namespace {

constexpr int kReadable = 24; // pixels of type, from the last row

// The window that the application shows now; null: none yet.
MainWindow* shownWindow()
{
    for (QWidget* each : QApplication::topLevelWidgets())
        if (auto* window = qobject_cast<MainWindow*>(each); window && window->isVisible())
            return window;
    return nullptr;
}

} // namespace

class tst_Present : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanup() { applySizes(*qApp, Metrics()); }
    void sizesChangeFromTheLargeOne();
    void theSelectionIsToldInTheFoot();
    void theAreaIsToldInTheFoot();
    void docksStayShutAndSayWhy();
    void aComparisonIsItsPicturesAlone();
    void questionsWait();
    void anotherLanguageIsPresentedToo();
};

void tst_Present::initTestCase()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

void tst_Present::sizesChangeFromTheLargeOne()
{
    Opened opened;
    opened.action("view.present")->trigger();
    QCOMPARE(metrics(), Metrics(2));
    opened.action("view.larger")->trigger();
    QCOMPARE(metrics(), Metrics(2)); // there is none larger
    opened.action("view.smaller")->trigger();
    QCOMPARE(metrics(), Metrics(2).smaller());
    opened.action("view.usualSize")->trigger();
    QCOMPARE(metrics(), Metrics(2));
    opened.action("view.smaller")->trigger();
    opened.action("view.present")->trigger();
    QCOMPARE(metrics(), Metrics()); // as it was before
}

void tst_Present::theSelectionIsToldInTheFoot()
{
    Opened opened;
    FrameLayout& frame = opened.window.frame();
    const BriefLabel& caption = frame.caption();
    QTRY_VERIFY(opened.area().panel().track(0) && opened.area().panel().track(0)->timeline);
    opened.area().viewState().setSelected(OpRef{0, 0, plan::forward(0, 0)});
    QVERIFY(!caption.isVisible()); // the inspector tells it
    opened.area().viewState().setSelected({});
    opened.action("view.present")->trigger();
    QCOMPARE(frame.said(), QStringLiteral("Press F11 to leave this view"));
    QVERIFY(!caption.isVisible());
    opened.area().viewState().setSelected(OpRef{0, 0, plan::forward(0, 0)});
    QTRY_VERIFY(caption.isVisible());
    QCOMPARE(frame.said(), QString());
    QTRY_VERIFY(caption.font().pixelSize() >= kReadable);
    QTRY_VERIFY2(caption.lines()
                     .join(QLatin1Char(' '))
                     .startsWith(QStringLiteral("Forward of microbatch 0 on stage 0 (rank 0) · ")),
                 qPrintable(caption.lines().join(QLatin1Char('|'))));
    QVERIFY(caption.lines().size() <= 2);
    QTest::keyClick(opened.area().panel().focusProxy(), Qt::Key_Period);
    QTRY_VERIFY(caption.text().startsWith(QStringLiteral("Forward of microbatch 1")));
    opened.area().viewState().setGap(GapRef{0, 1, {0ns, 1ns}});
    QTRY_VERIFY2(caption.text().isEmpty() || caption.text().startsWith(QStringLiteral("Bubble")),
                 qPrintable(caption.text()));
    opened.area().viewState().setSelected({});
    opened.action("view.present")->trigger();
    QVERIFY(!caption.isVisible());
}

void tst_Present::theAreaIsToldInTheFoot()
{
    Opened opened;
    QTRY_VERIFY(opened.area().panel().track(0) && opened.area().panel().track(0)->timeline);
    opened.action("view.present")->trigger();
    QTest::keyClick(opened.area().panel().focusProxy(), Qt::Key_A, Qt::ControlModifier);
    const BriefLabel& caption = opened.window.frame().caption();
    QTRY_VERIFY2(caption.text().contains(QStringLiteral("of ranks 0 to 3 · Backward ")),
                 qPrintable(caption.text()));
    QVERIFY2(caption.text().contains(QStringLiteral(", Bubble ")), qPrintable(caption.text()));
    opened.area().viewState().setArea({});
    QTRY_VERIFY(!caption.isVisible());
}

void tst_Present::docksStayShutAndSayWhy()
{
    Opened opened;
    FrameLayout& frame = opened.window.frame();
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    const Arrangement before = frame.arrangement();
    QTest::keyClick(&opened.window, Qt::Key_F11);
    QTest::keyClick(&opened.window, Qt::Key_I);
    QTest::keyClick(&opened.window, Qt::Key_Q);
    QTest::keyClick(&opened.window, Qt::Key_B, Qt::ControlModifier);
    QTest::keyClick(&opened.window, Qt::Key_2, Qt::ControlModifier);
    QVERIFY(opened.action("view.drawer")->toolTip().contains(QStringLiteral("F11")));
    QTest::keyClick(&opened.window, Qt::Key_F11);
    QVERIFY(frame.arrangement() == before);
    QCOMPARE(opened.window.mode(), Mode::Design);
    QVERIFY(opened.action("view.drawer")->isEnabled());
}

void tst_Present::aComparisonIsItsPicturesAlone()
{
    Compared compared({QStringLiteral("first-run.yaml"), QStringLiteral("interleaved.yaml")});
    compared.compare();
    compared.opened.action("view.present")->trigger();
    QVERIFY(!compared.table->isVisible());
    compared.opened.window.resize(1280, 720);
    // Ranks of all steps are in sight.
    TimelinePanel& panel = compared.view->panel();
    auto* bar = panel.findChild<QScrollBar*>();
    QTRY_VERIFY(panel.finishFrame(10s) && !bar->isVisible());
    compared.opened.action("view.present")->trigger();
    QVERIFY(compared.table->isVisible());
}

void tst_Present::questionsWait()
{
    Opened opened;
    opened.action("view.present")->trigger();
    opened.area().offer({QStringLiteral("Something was not saved."), QStringLiteral("Restore"),
                         QStringLiteral("Discard"), [] {}, [] {}});
    auto* notices = test::named<QLabel>(opened.area(), QStringLiteral("Unsaved changes"));
    QVERIFY(!notices->isVisible());
    opened.action("view.present")->trigger();
    QVERIFY(notices->isVisible());
    QCOMPARE(opened.area().offered(), QStringLiteral("Something was not saved."));
}

void tst_Present::anotherLanguageIsPresentedToo()
{
    const QTemporaryDir folder;
    qputenv("XDG_DATA_HOME", folder.path().toLocal8Bit());
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
    QCoreApplication::setOrganizationName(QStringLiteral("bubblescope"));
    CommandLine line;
    line.files = {QStringLiteral(BUBBLESCOPE_TREE "/resources/strategies/first-run.yaml")};
    Application application(*qApp, line);
    QCOMPARE(application.open(), 0);
    const auto menu = [] { return shownWindow()->menuBar()->actions().first()->text(); };
    shownWindow()->actions().action("view.present")->trigger();
    shownWindow()->actions().action("view.chinese")->trigger();
    QTRY_VERIFY(shownWindow() && menu().contains(QStringLiteral("文件")));
    MainWindow& window = *shownWindow();
    QTRY_COMPARE(metrics(), Metrics(2));
    QVERIFY(window.frame().isPresenting() && window.isFullScreen());
    QVERIFY(!window.menuBar()->isVisible() && !window.frame().tabs().isVisible());
    QVERIFY(window.actions().action("view.present")->isChecked());
    window.actions().action("view.present")->trigger();
    QCOMPARE(metrics(), Metrics());
    QVERIFY(window.menuBar()->isVisible() && window.frame().tabs().isVisible());
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
}

QTEST_MAIN(tst_Present)
#include "tst_present.moc"
