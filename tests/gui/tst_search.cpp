#include "engine/strategy/estimate/estimate.h"
#include "gui/estimate/verdict_text.h"
#include "gui/export/exports.h"
#include "gui/search/result_table.h"
#include "gui/window/search_sheet.h"
#include "gui/window/theme_choice.h"
#include "tests/gui/chart_clicks.h"
#include "tests/gui/modelled.h"
#include "tests/gui/named.h"
#include "tests/gui/opened.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QTextDocument>

#include <limits>
#include <optional>
#include <set>
#include <utility>

using namespace gui;
using test::clickAt;
using test::doubleClickAt;
using test::named;
using test::Opened;
using test::small;

namespace {

// A search of a strategy in a window, with the tab that it stands in.
struct Searched {
    Opened opened;
    SearchSheet* sheet = nullptr;
    OpenSearch* search = nullptr;
    ResultTable* table = nullptr;

    explicit Searched(const strategy::Strategy& strategy)
    {
        opened.document.start(strategy);
        QVERIFY(QTest::qWaitForWindowActive(&opened.window));
        QTest::keyClick(&opened.window, Qt::Key_H, Qt::ControlModifier);
        sheet = qobject_cast<SearchSheet*>(opened.window.sheet());
        search = &static_cast<OpenSearch&>(sheet->item());
        table = &sheet->view().table();
    }
    void run()
    {
        sheet->options().start();
        QTRY_VERIFY_WITH_TIMEOUT(!search->isSearching(), 60'000);
    }
    const strategy::Strategy& newest()
    {
        Workspace& workspace = opened.workspace;
        return static_cast<OpenStrategy&>(workspace.at(workspace.count() - 1))
            .document()
            .strategy();
    }
};

} // namespace

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
    void intervalsAreWhiskers();
    void theReportHasWhatWasFound();
    void whatDoesNotFitIsSaid();
    void aSearchTakesDevicesAndLeavesWhatMayNotChange();
    void aSearchOutlivesItsStrategy();
    void returnSearches();
    void tooltipsShowWordsAsTheyAre();
    void theModelOfResultsHolds();
    void rowsFollowTheScale();
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
    QCOMPARE(searched.sheet->verdict().numbers[0].value, stepTime(numbers->stepSeconds));
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
void tst_Search::intervalsAreWhiskers()
{
    // Those at the ends give the axes their range, with intervals and without.
    const std::vector<FrontPoint> points{{.seconds = 1.0, .gibibytes = 33},
                                         {.seconds = 0.6, .gibibytes = 60},
                                         {.seconds = 1.2, .gibibytes = 80}};
    const auto pictureOf
        = [&](const std::optional<std::pair<double, double>>& interval, QPoint& beside) {
              FrontChart chart{QString()};
              chart.resize(600, 400);
              FrontPicture picture{points, {}, {}};
              picture.points[0].interval = interval;
              chart.show(picture);
              const QImage image = chart.grab().toImage();
              // Half the way from the point to the lower end of the interval.
              const QPoint at = chart.placeOf(0);
              const double pixels = (chart.placeOf(2).x() - chart.placeOf(1).x()) / 0.6;
              beside = {at.x() - static_cast<int>(0.1 * pixels), at.y()};
              return image;
          };
    QPoint beside;
    const QImage without = pictureOf({}, beside);
    const QImage with = pictureOf(std::pair(0.8, 1.1), beside);
    QCOMPARE(with.size(), without.size());
    const QColor ground = without.pixelColor(beside);
    const auto column = [&beside](const QImage& image, const QColor& unlike) {
        for (int y = beside.y() - 1; y <= beside.y() + 1; ++y)
            if (image.pixelColor(beside.x(), y) != unlike)
                return true;
        return false;
    };
    QVERIFY(!column(without, ground));
    QVERIFY(column(with, ground));
    // What is no interval is not drawn.
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const auto& wrong : {std::pair(1.1, 0.8), std::pair(nan, 1.1), std::pair(0.8, nan)})
        QVERIFY(pictureOf(wrong, beside) == without);

    Searched searched(small());
    searched.run();
    FoundPoint point = searched.sheet->view().points().front();
    QVERIFY(point.interval); // as the estimate says
    const auto& told = point.found->estimate.interval;
    QVERIFY(told);
    QCOMPARE(*point.interval, std::pair(told->low, told->high));
    // A row whose interval overlaps that of the first one found says so.
    const auto& first = searched.search->answer()->result.found.front().estimate;
    const ResultModel& rows = searched.table->results();
    const auto& shown = searched.sheet->view().points();
    int equal = 0;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const strategy::Estimate& each = shown[i].found->estimate;
        const QString text = rows.index(int(i), 6).data().toString();
        QVERIFY2(text.contains(stepTime(each.interval->low)), qPrintable(text));
        const bool isEqual = &each != &first && overlap(*each.interval, *first.interval);
        QCOMPARE(text.contains(QStringLiteral("equal to the best found")), isEqual);
        equal += isEqual ? 1 : 0;
    }
    QVERIFY(equal > 0);
    point.interval = {0.5, 0.75};
    QVERIFY(foundTip(point).contains(QStringLiteral("500 ms – 750 ms")));
    QVERIFY(frontPicture({point}).points.front().interval == point.interval);
}

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

void tst_Search::tooltipsShowWordsAsTheyAre()
{
    for (const char* words : {"a & b", "1 < 2 & <b>3</b>", "a\nb & c", "&lt;"}) {
        ResultTable table;
        table.setRows(
            {QStringLiteral("strategy")}, {},
            {{.leading = {QString::fromLatin1(words)}, .whyNot = QStringLiteral("why not")}});
        const QString tip = table.results().index(0, 0).data(Qt::ToolTipRole).toString();
        QTextDocument shown; // as a tooltip shows it
        if (Qt::mightBeRichText(tip))
            shown.setHtml(tip);
        else
            shown.setPlainText(tip);
        QCOMPARE(shown.toPlainText(), QString::fromLatin1(words));
    }
}

void tst_Search::theModelOfResultsHolds()
{
    ResultModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.columnCount(), 0);
    // As many as a sweep may have.
    std::vector<ResultRow> rows(10'000);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].leading = {QString::number(i)};
        if (i % 3 != 0)
            rows[i].numbers = ResultNumbers{0.25, 1000, 0.5, 0.125, 1 << 30};
        else
            rows[i].whyNot = QStringLiteral("no such strategy");
        rows[i].trailing = {QStringLiteral("fits")};
    }
    ResultTable table;
    table.resize(800, 400);
    table.show();
    table.setRows({QStringLiteral("value")}, {QStringLiteral("does it fit")}, rows);
    model.setRows({QStringLiteral("value")}, {QStringLiteral("does it fit")}, std::move(rows));
    QCOMPARE(model.rowCount(), 10'000);
    QCOMPARE(model.index(1, model.column(ResultModel::kStep)).data().toString(), stepTime(0.25));
    QCOMPARE(model.index(1, model.columnCount() - 1).data().toString(), QStringLiteral("fits"));
    QCOMPARE(model.index(3, 1).data().toString(), QStringLiteral("no such strategy"));
    QVERIFY(table.columnSpan(3, 1) > 1 && table.columnSpan(1, 1) == 1);
}

void tst_Search::rowsFollowTheScale()
{
    Searched searched(small());
    searched.run();
    const int before = searched.table->rowHeight(1);
    const QPoint place = searched.sheet->view().chart().placeOf(1);
    QVERIFY(searched.sheet->view().chart().rect().contains(place));
    applySizes(*qApp, metrics().larger().larger().larger());
    QTRY_VERIFY(searched.table->rowHeight(1) > before);
    applySizes(*qApp, Metrics());
    QTRY_COMPARE(searched.table->rowHeight(1), before);
}

QTEST_MAIN(tst_Search)
#include "tst_search.moc"
