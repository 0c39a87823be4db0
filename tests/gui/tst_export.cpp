// What leaves the window: figures, tables, traces and reports, from the commands on.

#include "gui/estimate/verdict_text.h"
#include "gui/export/exports.h"
#include "gui/export/figure_dialog.h"
#include "gui/export/figure_sheet.h"
#include "gui/export/table_dialog.h"
#include "gui/ledger/ledger_panel.h"
#include "gui/live/run_controller.h"
#include "gui/search/result_table.h"
#include "gui/window/comparison_sheet.h"
#include "gui/window/export_commands.h"
#include "gui/window/picture.h"
#include "gui/window/search_sheet.h"
#include "gui/window/sweep_sheet.h"
#include "tests/gui/modelled.h"
#include "tests/gui/opened.h"
#include "tests/gui/pictures.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPointer>
#include <QSignalSpy>

using namespace gui;
using test::contentsOf;
using test::inked;
using test::Opened;
using test::renderedSvg;

namespace {

const QString kStrategies = QStringLiteral(BUBBLESCOPE_STRATEGIES);
const QString kRecording = QStringLiteral(BUBBLESCOPE_RECORDING);

void openIn(Opened& opened, const QString& file)
{
    QVERIFY(opened.document.open(kStrategies + QLatin1Char('/') + file).empty());
    QTRY_VERIFY_WITH_TIMEOUT(opened.document.isPredictionCurrent(), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(
        !opened.document.strategy().model || opened.sheet.estimator().isCurrent(), 60'000);
}

} // namespace

class tst_Export : public QObject {
    Q_OBJECT
private slots:
    void theMenuHasEveryWayOut();
    void theFigureDialogWritesAsThePathEnds();
    void theFigureDialogOffersWhatThereIs();
    void aChartIsAFigureToo();
    void searchesAndSweepsLeaveToo();
    void tablesAreWhatTheDrawerShows();
    void aComparisonLeavesAsFigureTableAndReport();
    void tracesOfBothStepsHaveEveryOp();
    void aReportIsWrittenFromTheCommandLine();
    void whatAFigureCannotShowIsSaid();
    void aFigureWaitsForWhatItIsToShow();
};

void tst_Export::theMenuHasEveryWayOut()
{
    Opened opened;
    const QMenu* file = opened.window.actions().menu(MenuId::File);
    const QMenu* exports = opened.window.actions().menu(MenuId::Export);
    QVERIFY(exports && file->actions().contains(exports->menuAction()));
    for (const char* id : {"export.figure", "export.table", "export.report", "export.trace",
                           "file.export", "file.picture"}) {
        QVERIFY2(exports->actions().contains(opened.action(id)), id);
        QVERIFY2(opened.action(id)->isEnabled(), id);
    }
}

// And as is chosen, where that says nothing.
void tst_Export::theFigureDialogWritesAsThePathEnds()
{
    Opened opened;
    openIn(opened, QStringLiteral("interleaved.yaml"));
    constexpr std::tuple<const char*, const char*, FigureFormat> kFiles[]
        = {{"f.svg", "<?xml", FigureFormat::Pdf},
           {"f.pdf", "%PDF", FigureFormat::Png},
           {"f.PNG", "\x89PNG", FigureFormat::Svg},
           {"f.v2", "%PDF", FigureFormat::Pdf}};
    int paper = 0;
    for (const auto& [name, begins, chosen] : kFiles) {
        opened.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&opened.window));
        QTest::keyClick(&opened.window, Qt::Key_P, Qt::ControlModifier);
        const QPointer<FigureDialog> dialog = opened.window.findChild<FigureDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY(!dialog->preview().isNull());
        QVERIFY(inked(dialog->preview()) > 1000);
        dialog->formats().setCurrentIndex(static_cast<int>(chosen));
        dialog->papers().setCurrentIndex(paper);
        QCOMPARE(static_cast<int>(dialog->look().paper), paper);
        paper = (paper + 1) % 3;
        QSignalSpy saved(dialog, &FigureDialog::saved);
        const QString path = opened.program.directory.filePath(QString::fromLatin1(name));
        dialog->saveTo(path);
        QTRY_COMPARE(saved.size(), 1);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(file.readAll().startsWith(begins), name);
        QTRY_VERIFY(!dialog); // it has done its work
    }
    // Where nothing can be written, that is said and the dialog stays.
    opened.action("export.figure")->trigger();
    auto* dialog = opened.window.findChild<FigureDialog*>();
    QVERIFY(dialog);
    QSignalSpy failed(dialog, &FigureDialog::failed);
    dialog->saveTo(QStringLiteral("/nonexistent/f.svg"));
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(dialog->isVisible());
    QVERIFY(!opened.area().failure().isEmpty());
}

void tst_Export::theFigureDialogOffersWhatThereIs()
{
    Opened opened;
    openIn(opened, QStringLiteral("interleaved.yaml"));
    opened.sheet.viewState().setShowsCriticalPath(true);
    QTRY_VERIFY(opened.area().panel().track(0)->critical);
    opened.action("export.figure")->trigger();
    auto* dialog = opened.window.findChild<FigureDialog*>();
    QVERIFY(dialog);
    QVERIFY(dialog->ghosts().isHidden() && dialog->memory().isHidden());
    QVERIFY(!dialog->criticalPath().isHidden());
    QVERIFY(dialog->look().extras == FigureExtras{.criticalPath = true}); // as on the screen
    dialog->criticalPath().setChecked(false);
    dialog->memory().setChecked(true); // by nobody who sees it
    QVERIFY(dialog->look().extras == FigureExtras{});
    delete dialog;

    Opened measured;
    measured.window.openFile(QStringLiteral(BUBBLESCOPE_RECORDING));
    RunView& view = measured.sheet.runView();
    QTRY_VERIFY_WITH_TIMEOUT(view.shown().complete && view.isSettled(), 60'000);
    QTRY_VERIFY(measured.area().panel().track(1) && measured.area().panel().track(1)->timeline);
    measured.action("export.figure")->trigger();
    dialog = measured.window.findChild<FigureDialog*>();
    QVERIFY(dialog);
    QVERIFY(!dialog->ghosts().isHidden());
    QTRY_VERIFY(!dialog->preview().isNull());
    const QImage plain = dialog->preview();
    dialog->ghosts().setChecked(true);
    QTRY_VERIFY(dialog->preview() != plain);
}

void tst_Export::aChartIsAFigureToo()
{
    Opened opened;
    openIn(opened, QStringLiteral("gpt3-175b.yaml"));
    const Exports exports = opened.sheet.exports();
    QCOMPARE(exports.figures.size(), 2U);
    FigureLook look;
    look.paper = Paper::Column;
    const Figure figure
        = widgetFigure(std::get<MakeWidget>(exports.figures[1].what), QStringLiteral("t"), look);
    QVERIFY(std::abs(figure.size.width() - 3.3 * kUnitsPerInch) < 1);
    const QByteArray svg = fileOf(figure, FigureFormat::Svg, 1, {});
    QVERIFY(!svg.contains("<text") && !svg.contains("<image"));
    // Its bars are there: the first of the colours of memory.
    QVERIFY(svg.contains(lightTheme().memory[0].name().toLatin1()));
    QVERIFY(inked(renderedSvg(svg, 800)) > 10'000);
    QVERIFY(fileOf(figure, FigureFormat::Pdf, 1, {}).contains("/FontFile"));
}

// Each of their charts is drawn, and their tables have every row with the numbers shown.
void tst_Export::searchesAndSweepsLeaveToo()
{
    Opened opened;
    opened.document.start(test::small());
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    const auto check = [](const Exports& exports, const ResultModel& results, std::size_t figures) {
        QCOMPARE(exports.figures.size(), figures);
        for (const FigureSource& each : exports.figures) {
            const Figure figure = widgetFigure(std::get<MakeWidget>(each.what), each.name, {});
            const QByteArray svg = fileOf(figure, FigureFormat::Svg, 1, each.name);
            QVERIFY2(!svg.contains("<text") && inked(renderedSvg(svg, 600)) > 2000,
                     qPrintable(each.name));
        }
        QCOMPARE(exports.tables().size(), 1U);
        const NamedTable table = exports.tables()[0];
        QCOMPARE(int(table.shown.size()), results.rowCount() + 1);
        QCOMPARE(table.exact.size(), table.shown.size());
        for (int row = 0; row < results.rowCount(); ++row)
            for (int column = 0; results.row(row).numbers && column < results.columnCount();
                 ++column)
                QCOMPARE(table.shown[std::size_t(row) + 1][column],
                         results.index(row, column).data().toString());
    };
    opened.action("edit.search")->trigger();
    auto* search = qobject_cast<SearchSheet*>(opened.window.sheet());
    QVERIFY(search);
    QVERIFY(search->exports().figures.empty()); // nothing was found yet
    search->options().start();
    QTRY_VERIFY_WITH_TIMEOUT(!static_cast<OpenSearch&>(search->item()).isSearching(), 60'000);
    QTRY_VERIFY(!search->view().points().empty());
    check(search->exports(), search->view().table().results(), 1);

    opened.workspace.setCurrent(0);
    opened.action("edit.sweep")->trigger();
    auto* sweep = qobject_cast<SweepSheet*>(opened.window.sheet());
    QVERIFY(sweep);
    sweep->options().start();
    QTRY_VERIFY_WITH_TIMEOUT(!static_cast<OpenSweep&>(sweep->item()).isSweeping(), 60'000);
    QTRY_VERIFY(sweep->view().table().rowCount() > 1);
    const Exports swept = sweep->exports();
    QVERIFY(swept.figures.size() >= 2);
    check(swept, sweep->view().table().results(), swept.figures.size());
}

void tst_Export::tablesAreWhatTheDrawerShows()
{
    Opened opened;
    openIn(opened, QStringLiteral("gpt3-175b.yaml"));
    opened.sheet.drawerPages(Mode::Design);
    auto* shown = opened.window.findChild<LedgerPanel*>();
    opened.action("export.table")->trigger();
    auto* dialog = opened.window.findChild<TableDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->tables().count(), 3); // ledger, memory, costs
    dialog->formats().setCurrentIndex(1);
    const QStringList lines
        = dialog->preview().toPlainText().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    if (!shown)
        shown = opened.sheet.findChild<LedgerPanel*>();
    QVERIFY(shown);
    const LedgerModel& model = shown->model();
    qsizetype line = 2; // behind the titles
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.isEmptyRow(row))
            continue;
        for (int column = 0; column < model.columnCount(); ++column)
            QCOMPARE(
                lines[line].split(QStringLiteral(" | "))[column + 1].remove(QStringLiteral(" |")),
                model.index(row, column).data().toString());
        ++line;
    }
    QCOMPARE(line, lines.size());
    dialog->tables().setCurrentIndex(1);
    dialog->formats().setCurrentIndex(0);
    dialog->copy();
    const QString csv = QGuiApplication::clipboard()->text();
    QVERIFY(csv.startsWith(QStringLiteral("rank,weights_bytes,")));
    // Its numbers are those of the chart, to the byte.
    const auto& memory = opened.sheet.estimator().estimate()->numbers.memory;
    QCOMPARE(csv.split(QLatin1Char('\n'))[1].split(QLatin1Char(','))[6].toDouble(),
             std::round(memory[0].peak()));
    const NamedTable table = opened.sheet.exports().tables()[1];
    for (const plan::OtherMemory& part : plan::kOtherMemory) {
        const auto column = table.exact[0].indexOf(QLatin1String(part.key) + "_bytes");
        QCOMPARE(table.exact[1].value(column).toDouble(), std::round(memory[0].*part.bytes));
        // What is shown has those that are anything.
        QCOMPARE(table.shown[0].contains(QStringLiteral("other: ") + part.words),
                 gibibytes(memory[0].*part.bytes) != gibibytes(0));
    }
    dialog->formats().setCurrentIndex(2); // the ending says another
    QSignalSpy saved(dialog, &TableDialog::saved);
    const QString path = opened.program.directory.filePath(QStringLiteral("t.csv"));
    dialog->saveTo(path);
    QCOMPARE(saved.size(), 1);
    QCOMPARE(contentsOf(path), csv);
}

void tst_Export::aComparisonLeavesAsFigureTableAndReport()
{
    Opened opened;
    openIn(opened, QStringLiteral("gpipe.yaml"));
    opened.window.openFile(kStrategies + QStringLiteral("/interleaved.yaml"));
    opened.workspace.setCurrent(0);
    opened.action("view.compare")->trigger();
    auto* sheet = qobject_cast<ComparisonSheet*>(opened.window.sheet());
    QVERIFY(sheet);
    QTRY_VERIFY_WITH_TIMEOUT(sheet->view().isCurrent(), 60'000);
    const Exports exports = sheet->exports();
    QCOMPARE(exports.figures.size(), 1U);
    const auto& steps = std::get<StepsToDraw>(exports.figures[0].what);
    QCOMPARE(int(steps.tracks.size()), sheet->view().table().rowCount());
    QCOMPARE(exports.tables().size(), 1U);
    const Report report = exports.report();
    const QByteArray html = htmlOf(report);
    for (const TrackData& track : steps.tracks)
        QVERIFY(html.contains(track.title.toHtmlEscaped().toUtf8()));
    QCOMPARE(report.provenance.size(), 1); // that it was written, and when
    const FigureSheet figure = figureSheet(
        shownSteps(steps, exports.title, WhichSteps::All, WhichTime::Whole), FigureLook{});
    QCOMPARE(figure.captions.size(), steps.tracks.size());
}

void tst_Export::tracesOfBothStepsHaveEveryOp()
{
    Opened opened;
    opened.sheet.runCommands().openStrategyOfNextRun();
    opened.controller.replayNamed(kRecording,
                                  [](const QString& sentence) { QFAIL(qPrintable(sentence)); });
    const auto tracks = [&] { return opened.sheet.exports().steps; };
    QTRY_VERIFY_WITH_TIMEOUT(tracks().size() == 2 && opened.sheet.runView().isSettled(), 60'000);
    const Exports exports = opened.sheet.exports();
    const QJsonArray events
        = QJsonDocument::fromJson(traceOf(exports.steps))[QStringLiteral("traceEvents")].toArray();
    QVERIFY(!events.isEmpty());
    for (int process = 0; process < 2; ++process) {
        std::vector<std::pair<qint64, qint64>> slices; // start and length, ns
        for (const auto& event : events)
            if (event[QStringLiteral("ph")].toString() == QStringLiteral("X")
                && event[QStringLiteral("pid")].toInt() == process
                && event[QStringLiteral("args")].toObject().contains(QStringLiteral("op")))
                slices.emplace_back(std::llround(event[QStringLiteral("ts")].toDouble() * 1000),
                                    std::llround(event[QStringLiteral("dur")].toDouble() * 1000));
        std::vector<std::pair<qint64, qint64>> spans;
        const plan::Timeline& timeline = *exports.steps[std::size_t(process)].timeline;
        for (const auto& rank : timeline.spans)
            for (const plan::Span& span : rank)
                spans.emplace_back(span.start.count(), (span.end - span.start).count());
        std::sort(slices.begin(), slices.end());
        std::sort(spans.begin(), spans.end());
        QCOMPARE(slices.size(), spans.size());
        // All tracks share the beginning of the trace.
        const qint64 origin = spans.front().first - slices.front().first;
        for (std::size_t i = 0; i < spans.size(); ++i) {
            QCOMPARE(slices[i].first, spans[i].first - origin);
            QCOMPARE(slices[i].second, spans[i].second);
        }
    }
    // And both stand in the report, and in a figure one can choose from.
    const Report report = exports.report();
    QCOMPARE(report.tracks.size(), 2U);
    QCOMPARE(report.subtitle, QStringLiteral("Recording emulated, beside what is predicted of it"));
    const auto& steps = std::get<StepsToDraw>(exports.figures[0].what);
    for (const auto which : {WhichSteps::Predicted, WhichSteps::Measured})
        QCOMPARE(shownSteps(steps, {}, which, WhichTime::Whole).tracks.size(), 1U);
    QCOMPARE(shownSteps(steps, {}, WhichSteps::All, WhichTime::Whole).tracks.size(), 2U);
    opened.showLiveRun();
    QCOMPARE(opened.sheet.exports().report().subtitle,
             QStringLiteral("Run run-7, beside what is predicted of it"));
}

void tst_Export::aReportIsWrittenFromTheCommandLine()
{
    Opened opened;
    PictureRequest request;
    request.report = opened.program.directory.filePath(QStringLiteral("r.html"));
    request.figure = opened.program.directory.filePath(QStringLiteral("f.pdf"));
    Picture picture(opened.sheet, opened.window, request);
    QSignalSpy done(&picture, &Picture::done);
    picture.start();
    QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, 60'000);
    QCOMPARE(done[0][0].toInt(), 0);
    const QString html = contentsOf(request.report);
    for (const VerdictNumber& number : opened.sheet.verdict().numbers)
        QVERIFY2(html.contains(number.value.toHtmlEscaped()), qPrintable(number.value));
    QVERIFY(QFile::exists(request.figure));
}

void tst_Export::whatAFigureCannotShowIsSaid()
{
    Opened opened;
    openIn(opened, QStringLiteral("gpipe.yaml"));
    PictureRequest request;
    request.figure = opened.program.directory.filePath(QStringLiteral("f.svg"));
    request.look.extras = {.ghosts = true, .criticalPath = true, .memory = true};
    Picture picture(opened.sheet, opened.window, request);
    QSignalSpy done(&picture, &Picture::done);
    picture.start();
    QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, 60'000);
    QCOMPARE(done[0][0].toInt(), 0);
    const QStringList lines = done[0][1].toString().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[0].startsWith(QStringLiteral("--with ghosts ")));
    QVERIFY(lines[1].startsWith(QStringLiteral("--with memory ")));
}

// Critical path and memory come after the prediction, each from a thread of its own.
void tst_Export::aFigureWaitsForWhatItIsToShow()
{
    Opened opened;
    QVERIFY(opened.document.open(kStrategies + QStringLiteral("/train-gpt2-124m.yaml")).empty());
    PictureRequest request;
    request.figure = opened.program.directory.filePath(QStringLiteral("f.svg"));
    request.look.extras = {.criticalPath = true, .memory = true};
    Picture picture(opened.sheet, opened.window, request);
    QSignalSpy done(&picture, &Picture::done);
    picture.start();
    QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, 60'000);
    QCOMPARE(done[0][0].toInt(), 0);
    QCOMPARE(done[0][1].toString(), QString());
}

QTEST_MAIN(tst_Export)
#include "tst_export.moc"
