// Files of other frameworks, in and out, and what is said of what they lose.

#include "gui/exchange/export_dialog.h"
#include "gui/exchange/loss_view.h"
#include "gui/window/import_sheet.h"
#include "gui/window/language.h"
#include "gui/workspace/open_import.h"
#include "tests/gui/dumps.h"
#include "tests/gui/named.h"
#include "tests/gui/opened.h"

#include <QAbstractItemModelTester>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHeaderView>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>

using namespace gui;
using namespace std::chrono_literals;
using test::contentsOf;
using test::named;
using test::Opened;
using test::writeDumps;

namespace {

QString fixture(const QString& name) { return QStringLiteral(CONVERT_FIXTURES "/") + name; }

} // namespace

class tst_Exchange : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(useLanguage(*QCoreApplication::instance(), QStringLiteral("en")));
    }
    void whatAPathLeadsTo();
    void aConfigurationOpensWithItsLosses();
    void everyReportHasRowsAsHighAsItsSentences();
    void manyFilesOpenAtOnce();
    void aFileOfNothingIsASentence();
    void aTraceOpensMeasuredOverPredicted();
    void aTraceBecomesAStrategy();
    void theReportIsAModel();
    void anExportSaysWhatItLoses();
    void whatWasReadIsWrittenBack();
    void noExportProposesTheStrategysOwnFile();
};

void tst_Exchange::whatAPathLeadsTo()
{
    QTemporaryDir folder;
    const auto made = [&folder](const char* name, const QByteArray& text) {
        const QString path = folder.filePath(QLatin1String(name));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return path;
    };
    QCOMPARE(kindOfPath(made("a.yaml", "bubblescope: 1\n")), PathKind::Strategy);
    QCOMPARE(kindOfPath(made("noname", "# ours\nbubblescope: 1\n")), PathKind::Strategy);
    QCOMPARE(kindOfPath(made("broken.yaml", "a: b\n")), PathKind::Strategy); // which says why not
    QCOMPARE(kindOfPath(made("x.bslog", "")), PathKind::Recording);
    QCOMPARE(kindOfPath(folder.path()), PathKind::Foreign);
    made("events.bslog", "");
    QCOMPARE(kindOfPath(folder.path()), PathKind::Recording);
    QCOMPARE(kindOfPath(fixture("megatron-args/gpt3_175b.sh")), PathKind::Foreign);
    QCOMPARE(kindOfPath(fixture("nemo-yaml/gpt3_175b.yaml")), PathKind::Foreign);
    QCOMPARE(kindOfPath(made("hello.txt", "hello")), PathKind::Foreign); // which says what is known
    QCOMPARE(kindOfPath(folder.filePath(QStringLiteral("gone"))), PathKind::Strategy);
}

void tst_Exchange::aConfigurationOpensWithItsLosses()
{
    Opened opened;
    const QString path = fixture("megatron-args/gpt3_175b.sh");
    opened.window.openFile(path);
    QTRY_VERIFY(opened.open.imported());
    QCOMPARE(opened.workspace.count(), 1); // the untouched tab
    QCOMPARE(opened.document.strategy().parallel.tensor, 8);
    QVERIFY(opened.document.path().isEmpty() && !opened.document.isModified());
    QCOMPARE(opened.open.title(), QStringLiteral("gpt3_175b"));
    QVERIFY(opened.open.tip().contains(path));
    auto* report = opened.window.findChild<LossView*>();
    QVERIFY(report && report->isVisible()); // beside it, without being asked for
    const strategy::Format* format = strategy::findFormat("megatron-args");
    const QByteArray text = contentsOf(path).toUtf8();
    const auto read = format->import({{text.constData(), std::size_t(text.size())}, {}});
    QCOMPARE(report->report().remarks.size(), read.remarks.size());
    QVERIFY(!read.remarks.empty());
    const QAbstractItemModel& table = *report->table().model();
    QCOMPARE(table.rowCount(), static_cast<int>(read.remarks.size()));
    bool named = false;
    for (int row = 0; row < table.rowCount(); ++row)
        named |= table.index(row, LossModel::Place)
                     .data()
                     .toString()
                     .startsWith(QStringLiteral("gpt3_175b.sh:"));
    QVERIFY(named); // file:line
    // Again: the same tab, until it is changed.
    opened.window.openFile(path);
    QVERIFY(opened.window.opener().isIdle());
    QCOMPARE(opened.workspace.count(), 1);
    strategy::Strategy edited = opened.document.strategy();
    edited.name = "mine";
    opened.document.edit(QStringLiteral("name"), QStringLiteral("name"), edited);
    opened.window.openFile(path);
    QTRY_COMPARE(opened.workspace.count(), 2);
    QCOMPARE(opened.document.strategy().name, "mine");
}

// The drawer is open already when the second report comes, and the columns have other widths.
void tst_Exchange::everyReportHasRowsAsHighAsItsSentences()
{
    Opened opened;
    for (const char* name : {"megatron-args/gpt3_175b.sh", "deepspeed/zero2_bf16.json"}) {
        const QString path = fixture(QLatin1String(name));
        opened.window.openFile(path);
        LossView* view = nullptr;
        const auto isShown = [&opened, &path, &view] {
            for (LossView* each : opened.window.findChildren<LossView*>())
                if (each->isVisible() && each->report().path == path)
                    view = each;
            return view != nullptr;
        };
        QTRY_VERIFY2(isShown(), name);
        QTableView& table = view->table();
        QVERIFY(table.model()->rowCount() > 3);
        const auto fits = [&table] {
            for (int row = 0; row < table.model()->rowCount(); ++row)
                if (table.rowHeight(row)
                    != std::max(static_cast<QAbstractItemView&>(table).sizeHintForRow(row),
                                table.verticalHeader()->sectionSizeHint(row)))
                    return false;
            return true;
        };
        QTRY_VERIFY2(fits(), name);
        // Most sentences are a line or two long there.
        QVERIFY2(table.rowHeight(0) < 5 * table.fontMetrics().lineSpacing(), name);
    }
}

void tst_Exchange::manyFilesOpenAtOnce()
{
    Opened opened;
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(fixture("torchtitan/llama3_8b.toml")),
                   QUrl(QStringLiteral("https://example.org/x.yaml")),
                   QUrl::fromLocalFile(fixture("deepspeed/zero2_bf16.json")),
                   QUrl::fromLocalFile(fixture("deepspeed/nothing.json")),
                   QUrl::fromLocalFile(fixture("nanotron/tiny_llama.yaml"))});
    QDragEnterEvent enter(QPoint(9, 9), Qt::CopyAction, &files, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&opened.window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(9, 9), Qt::CopyAction, &files, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&opened.window, &drop);
    QTRY_COMPARE(opened.workspace.count(), 3);
    QTRY_VERIFY(opened.window.opener().isIdle());
    QStringList titles;
    for (int i = 0; i < opened.workspace.count(); ++i)
        titles << opened.workspace.at(i).title();
    QVERIFY2(titles.contains(QStringLiteral("zero2_bf16")), qPrintable(titles.join(' ')));
    QCOMPARE(opened.workspace.count(), 3); // what is gone left no tab
}

void tst_Exchange::aFileOfNothingIsASentence()
{
    Opened opened;
    const QString path = opened.program.directory.filePath(QStringLiteral("notes.txt"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("<img src=x> Nothing that is known");
    file.close();
    opened.window.openFile(path);
    QTRY_VERIFY(opened.area().failure().contains(QStringLiteral("notes.txt")));
    QVERIFY(opened.area().failure().contains(QStringLiteral("DeepSpeed"))); // what is known
    QVERIFY(opened.document.strategy() == builtInStrategy());
    opened.window.openFile(opened.program.directory.path()); // neither recording nor trace
    QTRY_VERIFY(opened.area().failure().contains(QStringLiteral("pp_rank_0.json")));
    QCOMPARE(opened.workspace.count(), 1);
}

void tst_Exchange::aTraceOpensMeasuredOverPredicted()
{
    Opened opened;
    writeDumps(opened.program.directory.path());
    opened.window.openFile(opened.program.directory.filePath(QStringLiteral("pp_rank_1.json")));
    QTRY_VERIFY(qobject_cast<ImportSheet*>(opened.window.sheet()));
    QCOMPARE(opened.workspace.count(), 1); // in place of the untouched strategy
    auto* sheet = qobject_cast<ImportSheet*>(opened.window.sheet());
    QVERIFY(sheet->timeline()->finishFrame());
    const TrackData* predicted = sheet->timeline()->track(0);
    const TrackData* measured = sheet->timeline()->track(1);
    QVERIFY(predicted && measured && measured->measured && !predicted->measured);
    QCOMPARE(measured->timeline->spans.size(), 3u);
    QCOMPARE(measured->timeline->makespan, predicted->timeline->makespan); // fitted to itself
    QCOMPARE(sheet->verdict().numbers.size(), 4u);
    // Iterations by their actions and by the table.
    const int first = sheet->shown();
    opened.action(first == 0 ? "run.nextStep" : "run.previousStep")->trigger();
    QCOMPARE(sheet->shown(), 1 - first);
    auto* table = named<QTableWidget>(opened.window, QStringLiteral("Iterations"));
    QVERIFY(table);
    table->setCurrentCell(first, 0);
    QCOMPARE(sheet->shown(), first);
    QVERIFY(opened.action(first == 0 ? "run.nextStep" : "run.previousStep")->isEnabled());
    QVERIFY(!opened.action(first == 0 ? "run.previousStep" : "run.nextStep")->isEnabled());
    QVERIFY(!opened.action("file.save")->isEnabled()); // there is nothing to save
    auto* report = opened.window.findChild<LossView*>();
    QVERIFY(report);
    bool names = false;
    for (const strategy::Remark& remark : report->report().remarks)
        names |= remark.sentence.find("the schedule is 1f1b") != std::string::npos;
    QVERIFY(names);
}

void tst_Exchange::aTraceBecomesAStrategy()
{
    Opened opened;
    writeDumps(opened.program.directory.path());
    opened.window.openFile(opened.program.directory.path());
    QTRY_VERIFY(qobject_cast<ImportSheet*>(opened.window.sheet()));
    auto* sheet = qobject_cast<ImportSheet*>(opened.window.sheet());
    const plan::Nanoseconds measured = sheet->timeline()->track(1)->timeline->makespan;
    opened.action("file.strategyOfTrace")->trigger();
    QVERIFY(opened.window.strategySheet());
    Document& made = opened.window.strategySheet()->document();
    QVERIFY(made.problems().empty());
    QTRY_VERIFY(made.isPredictionCurrent());
    QCOMPARE(made.prediction()->timeline->makespan, measured);
    QCOMPARE(opened.workspace.count(), 2);
}

void tst_Exchange::theReportIsAModel()
{
    LossModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    using Kind = strategy::Remark::Kind;
    model.setReport({QStringLiteral("/a/b.sh"),
                     QStringLiteral("X"),
                     {{Kind::Ignored, 12, "--wandb", "means nothing here"},
                      {Kind::Assumed, 0, "seq", "<b>2048</b>"}}});
    QCOMPARE(model.index(0, LossModel::Place).data(Qt::DisplayRole).toString(),
             QStringLiteral("b.sh:12"));
    QCOMPARE(model.index(1, LossModel::Place).data(Qt::DisplayRole).toString(),
             QStringLiteral("b.sh"));
    QVERIFY(!model.index(1, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("<b>2")));
    QCOMPARE(lossSummary(model.report()), QStringLiteral("X: 1 assumed, 1 ignored"));
    model.setReport({});
    QCOMPARE(model.rowCount(), 0);
}

void tst_Exchange::anExportSaysWhatItLoses()
{
    Opened opened;
    QVERIFY(opened.action("file.export")->isEnabled());
    opened.action("file.export")->trigger();
    auto* dialog = opened.window.findChild<ExportDialog*>();
    QVERIFY(dialog);
    for (int row = 0; row < dialog->formats().count(); ++row) {
        dialog->formats().setCurrentRow(row);
        auto* save = named<QPushButton>(*dialog, QStringLiteral("Save as…"));
        QVERIFY(save);
        QTRY_VERIFY(save->isEnabled());
        QVERIFY2(!dialog->preview().toPlainText().isEmpty(),
                 qPrintable(dialog->formats().item(row)->text()));
        QVERIFY(!dialog->losses().report().isEmpty()); // no model, so much cannot be said
    }
    const QString path = opened.program.directory.filePath(QStringLiteral("out.json"));
    QSignalSpy saved(dialog, &ExportDialog::saved);
    const QString text = dialog->preview().toPlainText();
    dialog->saveTo(path);
    QCOMPARE(saved.size(), 1);
    QCOMPARE(contentsOf(path), text);
    QVERIFY(!opened.document.isModified() && opened.document.path().isEmpty());
}

void tst_Exchange::whatWasReadIsWrittenBack()
{
    const ForeignFile read = readForeign(fixture("deepspeed/zero2_bf16.json"));
    QVERIFY(read.strategy && !read.strategy->kept.empty());
    ExportDialog dialog({read.strategy->strategy, {}, read.strategy->format, read.strategy->kept},
                        nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QTRY_VERIFY(!dialog.preview().toPlainText().isEmpty());
    // The format it came from is proposed, with the keys that mean nothing to us.
    QVERIFY(dialog.formats().currentItem()->text().contains(QStringLiteral("DeepSpeed")));
    QVERIFY(dialog.preview().toPlainText().contains(QStringLiteral("steps_per_print")));
}

void tst_Exchange::noExportProposesTheStrategysOwnFile()
{
    const QTemporaryDir folder;
    const QString own = folder.filePath(QStringLiteral("mine.yaml"));
    ExportDialog dialog({builtInStrategy(), own, {}, {}}, nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QStringList proposed;
    for (int row = 0; row < dialog.formats().count(); ++row) {
        dialog.formats().setCurrentRow(row);
        auto* save = named<QPushButton>(dialog, QStringLiteral("Save as…"));
        QTRY_VERIFY(save->isEnabled());
        save->click();
        auto* asks = dialog.findChild<QFileDialog*>();
        QVERIFY(asks);
        proposed << asks->selectedFiles().value(0);
        delete asks;
        QVERIFY2(proposed.back() != own && proposed.back().startsWith(folder.path()),
                 qPrintable(proposed.back()));
    }
    QCOMPARE(proposed.removeDuplicates(), 0);
}

QTEST_MAIN(tst_Exchange)
#include "tst_exchange.moc"
