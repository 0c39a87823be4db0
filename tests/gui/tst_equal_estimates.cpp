// What predictions do not tell apart, as the window says it and as the commands do.

#include "engine/strategy/estimate/equal_estimates.h"
#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/yaml.h"
#include "gui/estimate/verdict_text.h"
#include "gui/export/exports.h"
#include "gui/search/result_table.h"
#include "gui/search/search_verdict.h"
#include "gui/search/sweep_verdict.h"
#include "gui/search/swept_picture.h"
#include "gui/text/number_format.h"
#include "gui/window/export_tables.h"
#include "tests/gui/modelled.h"
#include "tests/gui/named.h"
#include "tests/gui/searched.h"
#include "tests/gui/swept.h"

#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLocale>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace gui;
using test::named;
using test::Searched;
using test::small;
using test::Swept;

namespace {

QByteArray said(const QStringList& arguments)
{
    QProcess plan;
    plan.start(QStringLiteral(BUBBLESCOPE_BIN "/bubblescope-plan"), arguments);
    if (!plan.waitForFinished(120'000) || plan.exitCode() != 0)
        qWarning() << plan.readAllStandardError();
    return plan.readAllStandardOutput();
}

// As a command says it.
QString sentenceOf(std::size_t count, const QString& of)
{
    return QStringLiteral("as far as predictions tell, %1 of the %2 may be the best")
        .arg(count)
        .arg(of);
}

// The cells of an exported line, by the titles of their columns.
QString cell(const NamedTable& table, std::size_t line, const char* title)
{
    return table.exact[line].value(table.exact.front().indexOf(QLatin1String(title)));
}

// An exact table says what a step's interval is, to all digits.
void compareInterval(const NamedTable& table, std::size_t line,
                     const std::optional<strategy::Interval>& interval)
{
    QVERIFY(interval);
    QCOMPARE(cell(table, line, "interval_low_seconds").toDouble(), interval->low);
    QCOMPARE(cell(table, line, "interval_high_seconds").toDouble(), interval->high);
}

struct InAFile {
    QTemporaryDir directory;
    QString path = directory.filePath(QStringLiteral("small.yaml"));

    InAFile() { (void)strategy::saveStrategyFile(path.toStdString(), small()); }
};

} // namespace

class tst_EqualEstimates : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void aSearchCountsAsItsCommandDoes();
    void aSweepCountsAsItsCommandDoes();
    void aBestThatIsToldApartSaysNothing();
    void rowsOfASweepShowTheirIntervals();
    void givenCostsHaveNoIntervals();
    void exportsHaveTheBounds();
};

void tst_EqualEstimates::aSearchCountsAsItsCommandDoes()
{
    Searched searched(small());
    searched.run();
    const strategy::SearchResult& result = searched.search->answer()->result;
    QVERIFY(result.equal > 1);
    const QString source = searched.sheet->verdict().source;
    QVERIFY2(source.contains(QStringLiteral("; %1 of the %2 simulated may be the best")
                                 .arg(result.equal)
                                 .arg(result.simulated)),
             qPrintable(source));
    QVERIFY(searched.sheet->verdict().sourceTip.contains(QStringLiteral("80 % intervals that")));
    // So does the panel beside it, for which there is always room.
    const QString state = named<QLabel>(searched.sheet->options(), "State of the search")->text();
    QVERIFY2(state.contains(QStringLiteral(" %1 simulated, of which %2 may be the best.")
                                .arg(result.simulated)
                                .arg(result.equal)),
             qPrintable(state));
    // What a row says of the strategy that the search began with, the verdict does.
    const QString own = searched.table->text(0, 6);
    QVERIFY(searched.sheet->view().points().front().isOwn);
    QCOMPARE(source.endsWith(QStringLiteral("; yours is equal to the best found")),
             own.endsWith(QStringLiteral(", equal to the best found")));
    // However many are asked for.
    const InAFile file;
    for (const char* top : {"3", "10", "40"}) {
        const QStringList arguments{QStringLiteral("search"), file.path, QStringLiteral("--top"),
                                    QLatin1String(top)};
        const QString table = QString::fromUtf8(said(arguments));
        const QString sentence
            = sentenceOf(result.equal, QStringLiteral("%1 simulated").arg(result.simulated));
        QVERIFY2(table.split(u'\n').contains(sentence), qPrintable(table));
        const auto json
            = QJsonDocument::fromJson(said(arguments + QStringList{"--format", "json"})).object();
        QCOMPARE(json[QStringLiteral("equal_strategies")].toInt(), int(result.equal));
    }
}

void tst_EqualEstimates::aSweepCountsAsItsCommandDoes()
{
    Swept swept(small());
    swept.values->setText(QStringLiteral("4, 8, 64, 68"));
    swept.run();
    const auto& rows = swept.sweep->answer()->rows;
    const std::size_t count = strategy::countEqual(rows);
    QVERIFY(count > 1 && count < 4);
    const Verdict verdict = swept.sheet->verdict();
    QVERIFY2(verdict.source.endsWith(QStringLiteral("; %1 may be the best").arg(count)),
             qPrintable(verdict.source));
    QVERIFY2(verdict.sourceTip.contains(
                 QStringLiteral("On as many like devices: times per token within 5 %")),
             qPrintable(verdict.sourceTip));
    const auto fitting = std::count_if(rows.begin(), rows.end(),
                                       [](const auto& row) { return row.numbers->fits; });
    const InAFile file;
    const QString table
        = QString::fromUtf8(said({QStringLiteral("sweep"), file.path, QStringLiteral("--field"),
                                  QStringLiteral("batch.microbatches=4,8,64,68")}));
    const QString sentence = sentenceOf(count, QStringLiteral("%1 that fit").arg(fitting));
    QVERIFY2(table.split(u'\n').contains(sentence), qPrintable(table));
}

void tst_EqualEstimates::aBestThatIsToldApartSaysNothing()
{
    SweepAnswer answer;
    for (const double seconds : {1.0, 1.5}) {
        strategy::SweepRow& row = answer.rows.emplace_back();
        row.numbers = strategy::SweepNumbers{};
        row.numbers->stepSeconds = seconds;
        row.numbers->tokensPerSecond = 1000 / seconds;
        row.numbers->fits = true;
        row.numbers->interval = strategy::Interval{0.9 * seconds, 1.1 * seconds};
    }
    QCOMPARE(sweepVerdict(&answer).source, QStringLiteral("of 2 strategies"));
    QVERIFY(sweepVerdict(&answer).sourceTip.isEmpty());
    // On other devices by their intervals, on the same ones by how near they are.
    answer.rows[1].numbers->interval->low = 1.05;
    QCOMPARE(sweepVerdict(&answer).source, QStringLiteral("of 2 strategies"));
    answer.rows[1].strategy.parallel.data = 2;
    QCOMPARE(sweepVerdict(&answer).source, QStringLiteral("of 2 strategies; 2 may be the best"));
    QVERIFY(sweepVerdict(&answer).sourceTip.contains(QStringLiteral("\n80 % intervals that")));
    SearchAnswer found;
    found.result.looked = 7;
    strategy::FoundStrategy& first = found.result.found.emplace_back();
    first.estimate.memory.emplace_back();
    first.estimate.stepSeconds = 1;
    first.estimate.tokensPerSecond = 1000;
    first.estimate.interval = strategy::Interval{0.9, 1.1};
    first.estimate.fits = true;
    found.result.equal = 1;
    QCOMPARE(searchVerdict(&found).source, QStringLiteral("of 7 examined"));
    found.own = first;
    QCOMPARE(searchVerdict(&found).source,
             QStringLiteral("of 7 examined; yours is equal to the best found"));
    found.own->estimate.fits = false;
    QCOMPARE(searchVerdict(&found).source, QStringLiteral("of 7 examined"));
    QCOMPARE(searchVerdict(&found).numbers[0].value, QStringLiteral("1.00 s (900 ms – 1.10 s)"));
}

void tst_EqualEstimates::rowsOfASweepShowTheirIntervals()
{
    Swept swept(small());
    swept.values->setText(QStringLiteral("4, 8, 64, 68"));
    swept.run();
    const auto& rows = swept.sweep->answer()->rows;
    const strategy::SweepRow* const best = strategy::bestOf(rows);
    QVERIFY(best);
    const ResultModel& results = swept.table->results();
    const int column = results.columnCount() - 2;
    int equal = 0;
    QCOMPARE(results.headerData(column, Qt::Horizontal).toString(),
             QStringLiteral("80 % interval"));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& interval = rows[i].numbers->interval;
        QVERIFY(interval);
        QString text = stepTime(interval->low) + QStringLiteral(" – ") + stepTime(interval->high);
        if (&rows[i] != best && rows[i].numbers->fits
            && best->numbers->tokensPerSecond <= 1.05 * rows[i].numbers->tokensPerSecond) {
            text += QStringLiteral(", equal to the best per token"); // of other steps
            ++equal;
        }
        QCOMPARE(swept.table->text(int(i), column), text);
    }
    QVERIFY(equal > 0);
    const auto& numbers = *best->numbers;
    QCOMPARE(swept.sheet->verdict().numbers[2].value,
             stepTime(numbers.stepSeconds, numbers.interval));
    // Tips of the step tell it, and those of other numbers do not.
    SweepView& view = swept.sheet->view();
    const QString line
        = QStringLiteral("80 % interval: ") + intervalText(*rows[0].numbers->interval);
    QVERIFY(!view.chart().picture().tipOf({0, 0}).contains(line));
    named<QComboBox>(view, "What is shown")->setCurrentIndex(SweepView::kStep);
    QVERIFY2(view.chart().picture().tipOf({0, 0}).contains(line),
             qPrintable(view.chart().picture().tipOf({0, 0})));
}

void tst_EqualEstimates::givenCostsHaveNoIntervals()
{
    strategy::Strategy given = small();
    given.costs = plan::Costs::unit();
    Swept swept(given);
    swept.values->setText(QStringLiteral("4, 8"));
    swept.run();
    const ResultModel& results = swept.table->results();
    for (int column = 0; column < results.columnCount(); ++column)
        QVERIFY(results.headerData(column, Qt::Horizontal).toString()
                != QStringLiteral("80 % interval"));
    QVERIFY(swept.table->text(0, results.columnCount() - 1).contains(QStringLiteral("fits")));
    const auto& numbers = *strategy::bestOf(swept.sweep->answer()->rows)->numbers;
    QCOMPARE(swept.sheet->verdict().numbers[2].value, stepTime(numbers.stepSeconds));
    const NamedTable table = swept.sheet->exports().tables().front();
    QVERIFY(table.exact.front().contains(QStringLiteral("interval_low_seconds")));
    QCOMPARE(cell(table, 1, "interval_low_seconds"), QString());
    QCOMPARE(table.exact[1].size(), table.exact.front().size());
}

void tst_EqualEstimates::exportsHaveTheBounds()
{
    Searched searched(small());
    searched.run();
    const NamedTable found = searched.sheet->exports().tables().front();
    const auto& points = searched.sheet->view().points();
    QCOMPARE(found.exact.size(), points.size() + 1);
    for (std::size_t i = 0; i < points.size(); ++i) {
        QCOMPARE(found.exact[i + 1].size(), found.exact.front().size());
        compareInterval(found, i + 1, points[i].found->estimate.interval);
    }
    Swept swept(small());
    swept.values->setText(QStringLiteral("4, 8"));
    swept.run();
    const Exports exports = swept.sheet->exports();
    const NamedTable table = exports.tables().front();
    const auto& rows = swept.sweep->answer()->rows;
    for (std::size_t i = 0; i < rows.size(); ++i)
        compareInterval(table, i + 1, rows[i].numbers->interval);
    // The report shows them as the window does.
    const QString html = QString::fromUtf8(htmlOf(exports.report()));
    for (const strategy::SweepRow& row : rows)
        QVERIFY(html.contains(intervalText(*row.numbers->interval)));
}

QTEST_MAIN(tst_EqualEstimates)
#include "tst_equal_estimates.moc"
