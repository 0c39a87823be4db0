// The start page: what it offers, its pictures, and how one gets from it to work.

#include "gui/course/course_page.h"
#include "gui/document/preset_files.h"
#include "gui/document/recent_files.h"
#include "gui/learn/learn_panel.h"
#include "gui/start/preset.h"
#include "gui/start/start_page.h"
#include "gui/start/thumbnail.h"
#include "gui/window/language.h"
#include "gui/window/start_sheet.h"
#include "tests/gui/named.h"
#include "tests/gui/opened.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QListView>
#include <QSignalSpy>
#include <QToolButton>

using namespace gui;
using test::named;
using test::Opened;

namespace {

StartSheet* startSheet(Opened& opened) { return qobject_cast<StartSheet*>(opened.window.sheet()); }

bool isOneColour(const QImage& image)
{
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixel(x, y) != image.pixel(0, 0))
                return false;
    return true;
}

} // namespace

class tst_Start : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
        applyTheme(*qApp, ThemeChoice::Light, systemPalette());
    }
    void everyPresetIsSoundAndHasASummary();
    void aPictureIsOfItsStrategy();
    void aNewTabIsTheStartPage();
    void presetsHaveNamesInTheLanguageOfTheWindow();
    void enterOpensThePresetInPlaceOfThePage();
    void aClickOpensAFile();
    void aFileOfAnotherFrameworkHasAPictureToo();
    void aFileThatIsGoneCannotBeChosen();
    void runsAreListedAndShown();
    void theModelIsOne();
    void theLastTabLeavesTheStartPage();
    void panelsAreOfWhatIsInFront();
    void oneCanLearnBesideIt();
};

void tst_Start::everyPresetIsSoundAndHasASummary()
{
    const QDir folder(QStringLiteral(":/strategies"));
    QCOMPARE(presetPaths().size(), folder.entryList().size()); // none is left out
    for (const QString& path : presetPaths()) {
        const auto preset = readPreset(path);
        QVERIFY2(preset && !preset->name.empty(), qPrintable(path));
        const QString summary = strategySummary(*preset);
        QVERIFY2(summary.contains(QStringLiteral(" · ")) && !summary.contains(QLatin1Char('\n')),
                 qPrintable(summary));
    }
    QCOMPARE(strategySummary(*readPreset(QStringLiteral(":/strategies/bloom-176b.yaml"))),
             QStringLiteral("384 × a100-80gb · TP 4 · PP 12 · DP 8 · 1F1B"));
    QCOMPARE(strategySummary(builtInStrategy()), QStringLiteral("4 ranks · 1F1B"));
}

void tst_Start::aPictureIsOfItsStrategy()
{
    const ThumbnailLook look{QSize(200, 80), 2, &lightTheme()};
    const QImage first = drawThumbnail(builtInStrategy(), look);
    QCOMPARE(first.size(), QSize(400, 160));
    QCOMPARE(first.devicePixelRatio(), 2.0);
    QVERIFY(!isOneColour(first));
    // Forward, backward and idle of the theme are in it.
    QSet<QRgb> colours;
    for (int y = 0; y < first.height(); ++y)
        for (int x = 0; x < first.width(); ++x)
            colours << first.pixel(x, y);
    QVERIFY(colours.contains(lightTheme().forward.rgb()));
    QVERIFY(colours.contains(lightTheme().backward.rgb()));
    strategy::Strategy other = builtInStrategy();
    other.schedule.name = "gpipe";
    QVERIFY(drawThumbnail(other, look) != first);
    QVERIFY(drawThumbnail(builtInStrategy(), {QSize(200, 80), 2, &darkTheme()}) != first);
    other.parallel.pipeline = 0;
    QVERIFY(drawThumbnail(other, look).isNull());
}

void tst_Start::aNewTabIsTheStartPage()
{
    Opened opened;
    opened.action("file.new")->trigger();
    QVERIFY(startSheet(opened));
    QCOMPARE(opened.workspace.count(), 2);
    opened.workspace.setCurrent(0);
    opened.action("file.new")->trigger(); // there is one already
    QCOMPARE(opened.workspace.count(), 2);
    QVERIFY(startSheet(opened));
    QListView& presets = startSheet(opened)->page().presets();
    QCOMPARE(presets.model()->rowCount(), presetPaths().size());
    // Every picture comes, without anybody waiting for it.
    for (int row = 0; row < presets.model()->rowCount(); ++row) {
        const QModelIndex tile = presets.model()->index(row, 0);
        QTRY_VERIFY_WITH_TIMEOUT(!tile.data(Qt::DecorationRole).value<QImage>().isNull(), 60'000);
        QVERIFY(!isOneColour(tile.data(Qt::DecorationRole).value<QImage>()));
        QVERIFY(!tile.data(TileModel::SummaryRole).toString().isEmpty());
        QVERIFY(tile.data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(tile.data(Qt::DisplayRole).toString()));
    }
    QVERIFY(named<QToolButton>(opened.window, QStringLiteral("New tab")));
}

void tst_Start::presetsHaveNamesInTheLanguageOfTheWindow()
{
    QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("zh_CN")));
    const auto english
        = qScopeGuard([] { useLanguage(*QCoreApplication::instance(), QStringLiteral("en")); });
    Opened opened;
    opened.action("file.new")->trigger();
    QVERIFY(startSheet(opened));
    const QModelIndex first = startSheet(opened)->page().presets().model()->index(0, 0);
    QTRY_COMPARE(first.data(Qt::DisplayRole).toString(), QStringLiteral("首次运行"));
}

void tst_Start::enterOpensThePresetInPlaceOfThePage()
{
    Opened opened;
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    opened.action("file.new")->trigger();
    QListView& presets = startSheet(opened)->page().presets();
    QTRY_VERIFY(presets.hasFocus());
    QCOMPARE(presets.currentIndex().row(), 0);
    QTest::keyClick(&presets, Qt::Key_Right);
    QCOMPARE(presets.currentIndex().row(), 1);
    const QString path = presets.currentIndex().data(TileModel::IdRole).toString();
    QTest::keyClick(&presets, Qt::Key_Return);
    QTRY_VERIFY(opened.window.strategySheet());
    QTRY_COMPARE(opened.workspace.count(), 2); // the page is gone
    QVERIFY(opened.window.strategySheet()->document().strategy() == *readPreset(path));
    QVERIFY(opened.window.strategySheet()->document().path().isEmpty());
    QVERIFY(opened.document.strategy() == builtInStrategy());
}

void tst_Start::aClickOpensAFile()
{
    Opened opened;
    const QString path = opened.saved(QStringLiteral("bubblescope: 1\nname: <b>Mine</b>\n"
                                                     "parallel:\n  pipeline: 2\n"));
    rememberFile(opened.settings, path);
    opened.action("file.new")->trigger();
    QListView& files = startSheet(opened)->page().files();
    QTRY_COMPARE(files.model()->rowCount(), 1);
    QVERIFY(files.isVisible());
    const QRect place = files.visualRect(files.model()->index(0, 0));
    QTest::mouseClick(files.viewport(), Qt::LeftButton, {}, place.center());
    QTRY_VERIFY(opened.window.strategySheet());
    QCOMPARE(opened.window.strategySheet()->document().path(), path);
}

void tst_Start::aFileOfAnotherFrameworkHasAPictureToo()
{
    Opened opened;
    const QString path = opened.program.directory.filePath(QStringLiteral("accelerate.yaml"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("distributed_type: MEGATRON_LM\nmegatron_lm_config:\n  megatron_lm_pp_degree: 2\n"
               "  megatron_lm_num_micro_batches: 8\nnum_machines: 1\nnum_processes: 2\n");
    file.close();
    rememberFile(opened.settings, path);
    opened.action("file.new")->trigger();
    const QListView& files = startSheet(opened)->page().files();
    QTRY_VERIFY(!files.model()->index(0, 0).data(Qt::DecorationRole).value<QImage>().isNull());
}

void tst_Start::aFileThatIsGoneCannotBeChosen()
{
    Opened opened;
    rememberFile(opened.settings, opened.program.directory.filePath(QStringLiteral("gone.yaml")));
    opened.action("file.new")->trigger();
    StartPage& page = startSheet(opened)->page();
    QSignalSpy chosen(&page, &StartPage::fileChosen);
    const QModelIndex gone = page.files().model()->index(0, 0);
    QVERIFY(!(gone.flags() & Qt::ItemIsEnabled));
    QTest::mouseClick(page.files().viewport(), Qt::LeftButton, {},
                      page.files().visualRect(gone).center());
    QCOMPARE(chosen.size(), 0);
    QCOMPARE(gone.data(TileModel::SummaryRole).toString(), QStringLiteral("missing"));
}

void tst_Start::runsAreListedAndShown()
{
    Opened opened;
    QFile program(opened.program.path);
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\necho '[{\"run\": \"run-9\", \"state\": \"completed\", \"ranks\": 1, "
                  "\"strategy_name\": \"Mine\", \"started\": \"2025-01-02T03:04:05Z\"}]'\n");
    program.close();
    opened.action("file.new")->trigger();
    StartPage& page = startSheet(opened)->page();
    QTRY_COMPARE(page.runs().model()->rowCount(), 1);
    const QModelIndex run = page.runs().model()->index(0, 0);
    QCOMPARE(run.data(TileModel::IdRole).toString(), QStringLiteral("run-9"));
    // In the words of the list of runs.
    QCOMPARE(run.data(Qt::DisplayRole).toString(), QStringLiteral("Mine"));
    QCOMPARE(run.data(TileModel::SummaryRole).toString(),
             QStringLiteral("○ completed · 2025-01-02 · 1 rank"));
    QSignalSpy chosen(startSheet(opened), &StartSheet::runChosen);
    QTest::mouseClick(page.runs().viewport(), Qt::LeftButton, {},
                      page.runs().visualRect(run).center());
    QCOMPARE(chosen.size(), 1);
    QTRY_VERIFY(opened.window.strategySheet()); // which looks for it
}

void tst_Start::theModelIsOne()
{
    TileModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTiles({{QStringLiteral("a"), QStringLiteral("A"), {}},
                    {QStringLiteral("b"), QStringLiteral("B"), {}}});
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setTiles({{QStringLiteral("a"), QStringLiteral("A"), {}},
                    {QStringLiteral("b"), QStringLiteral("B2"), {}}});
    QCOMPARE(reset.size(), 0); // where one stands in the list stays
    QCOMPARE(changed.size(), 1);
    model.setTiles({});
    QCOMPARE(reset.size(), 1);
}

void tst_Start::theLastTabLeavesTheStartPage()
{
    Opened opened;
    opened.action("file.close")->trigger();
    QCOMPARE(opened.workspace.count(), 1);
    QVERIFY(startSheet(opened));
    // What is of no use there says so; what is goes on.
    QVERIFY(!opened.action("file.save")->isEnabled());
    QVERIFY(opened.action("run.attach")->isEnabled());
    QVERIFY(opened.action("run.replay")->isEnabled());
}

void tst_Start::panelsAreOfWhatIsInFront()
{
    Opened opened;
    Arrangement open = opened.window.frame().arrangement();
    open.panel = true;
    opened.window.frame().setArrangement(open);
    QVERIFY(opened.window.frame().panel().isVisible());
    opened.action("file.new")->trigger();
    QVERIFY(!opened.window.frame().panel().isVisible());
    QVERIFY(!opened.window.frame().inspector().isVisible());
    opened.workspace.setCurrent(0);
    QVERIFY(opened.window.frame().panel().isVisible());
}

void tst_Start::oneCanLearnBesideIt()
{
    Opened opened;
    opened.action("file.new")->trigger();
    QVERIFY(startSheet(opened));
    opened.action("view.learn")->trigger();
    Arrangement open = opened.window.frame().arrangement();
    open.panel = true;
    opened.window.frame().setArrangement(open);
    auto* course = opened.window.frame().panel().findChild<CoursePage*>();
    QVERIFY(course && course->isVisible());
    auto* learn = &course->catalogue();
    QVERIFY(!learn->isVisible());
    course->showSchedule("gpipe");
    QVERIFY(learn->isVisible());
    const int tabs = opened.workspace.count();
    emit learn->tryWanted(QStringLiteral("gpipe"));
    QCOMPARE(opened.workspace.count(), tabs + 1);
    // What comes to the front has a page of its own.
    QVERIFY(!learn->isVisible());
}

QTEST_MAIN(tst_Start)
#include "tst_start.moc"
