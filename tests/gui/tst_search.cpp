#include "engine/strategy/estimate/estimate.h"
#include "gui/estimate/verdict_text.h"
#include "gui/export/exports.h"
#include "gui/search/result_table.h"
#include "gui/window/search_sheet.h"
#include "gui/window/theme_choice.h"
#include "tests/gui/chart_clicks.h"
#include "tests/gui/modelled.h"
#include "tests/gui/named.h"
#include "tests/gui/searched.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include <optional>
#include <set>
#include <utility>

using namespace gui;
using test::clickAt;
using test::doubleClickAt;
using test::named;
using test::Searched;
using test::small;

class tst_Search : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        applyTheme(*qApp, ThemeChoice::Light, systemPalette());
        applySizes(*qApp, Metrics());
    }
    void aSearchStandsInATabWithItsOptionsOpen();
    void aSearchFindsWhatFitsAndItsRowsOpen();
    void rowsAreNamedByWhatTellsThemApart();
    void pointsAreTheRowsAndOpenByMouseAndKeyboard();
    void theReportHasWhatWasFound();
    void whatDoesNotFitIsSaid();
    void aSearchTakesDevicesAndLeavesWhatMayNotChange();
    void aSearchOutlivesItsStrategy();
    void returnSearches();
};

void tst_Search::aSearchStandsInATabWithItsOptionsOpen()
{
    Searched searched(strategy::Strategy{});
    QCOMPARE(searched.opened.workspace.count(), 2);
    auto* search = named<QPushButton>(searched.sheet->options(), "Search");
    QVERIFY(search->isVisible());
    QVERIFY2(!search->isEnabled(), "no model");
    searched.opened.document.start(small());
    QVERIFY(search->isEnabled());
    // The panel is of the search; back at the strategy it is as it was there.
    searched.opened.workspace.setCurrent(0);
    QVERIFY(!search->isVisible());
    QTest::keyClick(&searched.opened.window, Qt::Key_H, Qt::ControlModifier);
    QCOMPARE(searched.opened.workspace.count(), 2);
    QVERIFY(search->isVisible());
}

void tst_Search::aSearchFindsWhatFitsAndItsRowsOpen()
{
    Searched searched(small());
    searched.run();
    ResultTable& table = *searched.table;
    const auto& points = searched.sheet->view().points();
    QVERIFY(table.rowCount() > 2);
    QCOMPARE(table.rowCount(), int(points.size()));
    QVERIFY(points[0].isOwn);
    const int words = table.results().columnCount() - 1;
    QCOMPARE(table.text(0, words), QStringLiteral("yours"));
    QCOMPARE(table.text(1, words), QStringLiteral("fastest"));
    const QModelIndex step = table.results().index(1, table.results().column(ResultModel::kStep));
    QVERIFY2(step.data(Qt::ToolTipRole).toString().contains("Source: the cost model"),
             qPrintable(step.data(Qt::ToolTipRole).toString()));
    table.setFocus();
    table.setChosen(1);
    QCOMPARE(searched.sheet->view().chart().chosen(), 1);
    QTest::keyClick(&table, Qt::Key_Return);
    QCOMPARE(searched.opened.workspace.count(), 3);
    const strategy::Strategy& opened = searched.newest();
    QCOMPARE(QString::fromStdString(opened.name), points[1].name);
    QVERIFY(table.results().index(1, 0).data(Qt::ToolTipRole).toString().contains(points[1].name));
    const auto numbers = strategy::estimate(opened);
    QVERIFY(numbers && numbers->fits);
    QCOMPARE(table.text(1, table.results().column(ResultModel::kStep)),
             stepTime(numbers->stepSeconds));
    QVERIFY(numbers->stepSeconds <= strategy::estimate(small())->stepSeconds);
    QVERIFY(numbers->interval);
    QCOMPARE(searched.sheet->verdict().numbers[0].value,
             QStringLiteral("%1 (%2 – %3)")
                 .arg(stepTime(numbers->stepSeconds), stepTime(numbers->interval->low),
                      stepTime(numbers->interval->high)));
}

void tst_Search::rowsAreNamedByWhatTellsThemApart()
{
    Searched searched(small());
    searched.run();
    std::set<QString> names;
    std::set<QString> whole;
    for (const FoundPoint& point : searched.sheet->view().points()) {
        names.insert(point.shortName);
        whole.insert(point.name);
        QVERIFY2(!point.shortName.contains("devices"), qPrintable(point.shortName));
    }
    QCOMPARE(names.size(), whole.size());
    QVERIFY(names.contains(searched.table->text(1, 0)));
}

void tst_Search::pointsAreTheRowsAndOpenByMouseAndKeyboard()
{
    Searched searched(small());
    searched.run();
    FrontChart& chart = searched.sheet->view().chart();
    const auto& points = searched.sheet->view().points();
    QCOMPARE(chart.drawn(), points.size());
    // The chart lays its parts out.
    QCoreApplication::processEvents();
    // Its own point is the largest, and on top of what it stands over.
    const int target = chart.pointAt(chart.placeOf(1));
    QVERIFY(target >= 0);
    clickAt(chart, chart.placeOf(1));
    QCOMPARE(chart.chosen(), target);
    QCOMPARE(searched.table->chosen(), target);
    const int tabs = searched.opened.workspace.count();
    doubleClickAt(chart, chart.placeOf(1));
    QCOMPARE(searched.opened.workspace.count(), tabs + 1);
    QVERIFY(searched.newest() == points[std::size_t(target)].found->strategy);
    // The keyboard walks from the left to the right.
    searched.opened.workspace.setCurrent(1);
    chart.setChosen(-1);
    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_Right);
    const int first = chart.chosen();
    QTest::keyClick(&chart, Qt::Key_Right);
    const int second = chart.chosen();
    QVERIFY(first >= 0 && second >= 0 && first != second);
    QVERIFY(points[std::size_t(first)].found->estimate.stepSeconds
            <= points[std::size_t(second)].found->estimate.stepSeconds);
    QTest::keyClick(&chart, Qt::Key_Return);
    QCOMPARE(searched.opened.workspace.count(), tabs + 2);
    const QString tip = foundTip(points[std::size_t(second)]);
    for (const char* number : {"step: ", "peak memory: ", "bubble: ", "MFU: ", "tokens/s: "})
        QVERIFY2(tip.contains(number), number);
}

// Made values: the search says nothing of intervals yet.
void tst_Search::theReportHasWhatWasFound()
{
    Searched searched(small());
    QVERIFY(!searched.sheet->exports().report); // there is nothing to report yet
    searched.run();
    const Exports exports = searched.sheet->exports();
    QVERIFY(exports.report);
    const Report report = exports.report();
    QCOMPARE(report.numbers.front().value, searched.sheet->verdict().numbers[0].value);
    QCOMPARE(report.tables.size(), std::size_t{1});
    const QString html = QString::fromUtf8(htmlOf(report));
    const auto& points = searched.sheet->view().points();
    for (const FoundPoint& point : points)
        QVERIFY2(html.contains(point.shortName.toHtmlEscaped()), qPrintable(point.shortName));
    QVERIFY(html.contains(QStringLiteral("bubblescope: 1")));
    QVERIFY(!html.contains(QStringLiteral("<canvas"))); // it has no timeline
}

void tst_Search::whatDoesNotFitIsSaid()
{
    strategy::Strategy large = test::llama();
    large.model->layers = 64;
    large.parallel.tensor = 1;
    large.parallel.pipeline = 8;
    large.parallel.data = 1;
    large.parallel.sequence = false;
    Searched searched(large);
    searched.run();
    int over = 0;
    const auto& points = searched.sheet->view().points();
    for (std::size_t i = 0; i < points.size(); ++i) {
        const strategy::Estimate& numbers = points[i].found->estimate;
        const QString words
            = searched.table->text(int(i), searched.table->results().columnCount() - 1);
        QCOMPARE(words.contains("does not fit"), !numbers.fits);
        QCOMPARE(numbers.fits, numbers.memory[numbers.fullestRank].peak() <= numbers.memoryLimit);
        over += numbers.fits ? 0 : 1;
    }
    QVERIFY(over > 0);
}

void tst_Search::aSearchTakesDevicesAndLeavesWhatMayNotChange()
{
    Searched searched(small());
    auto* devices = named<QLineEdit>(searched.sheet->options(), "Devices");
    QCOMPARE(devices->placeholderText(), QStringLiteral("8"));
    devices->setText("4, many");
    searched.sheet->options().start();
    QVERIFY(!searched.search->isSearching());
    QVERIFY(
        named<QLabel>(searched.sheet->options(), "State of the search")->text().contains("'many'"));
    devices->setText("4,16");
    for (const char* kept : {"Tensor", "Recompute"})
        named<QCheckBox>(searched.sheet->options(), kept)->setChecked(false);
    searched.run();
    std::set<int> sizes;
    double slowest = 1e18;
    for (const FoundPoint& point : searched.sheet->view().points()) {
        if (point.isOwn)
            continue;
        const strategy::Strategy& found = point.found->strategy;
        QCOMPARE(found.parallel.tensor, 2);
        QCOMPARE(found.recompute, small().recompute);
        sizes.insert(found.cluster.devices);
        if (point.found->estimate.fits)
            slowest = std::min(slowest, point.found->estimate.tokensPerSecond);
    }
    QCOMPARE(sizes, (std::set<int>{4, 16}));
    named<QSpinBox>(searched.sheet->options(), "Tokens/s, at least")
        ->setValue(static_cast<int>(slowest) + 1000);
    searched.run();
    QVERIFY(!searched.search->answer()->result.found.empty());
    for (const strategy::FoundStrategy& found : searched.search->answer()->result.found)
        QVERIFY(found.estimate.tokensPerSecond > slowest);
}

void tst_Search::aSearchOutlivesItsStrategy()
{
    Searched searched(small());
    searched.opened.workspace.remove(0);
    QVERIFY(!searched.search->first());
    searched.run();
    QVERIFY(searched.table->rowCount() > 1);
    QVERIFY(searched.search->answer()->own->strategy == small());
    QVERIFY(searched.search->title().contains(searched.search->baseName()));
}

void tst_Search::returnSearches()
{
    Searched searched(small());
    auto* devices = named<QLineEdit>(searched.sheet->options(), "Devices");
    devices->setFocus();
    QTest::keyClick(devices, Qt::Key_Return);
    QVERIFY(searched.search->isSearching());
    QTRY_VERIFY_WITH_TIMEOUT(!searched.search->isSearching(), 60'000);
    QVERIFY(searched.table->rowCount() > 0);
}

QTEST_MAIN(tst_Search)
#include "tst_search.moc"
