// What a search has found, as rows and as points with their intervals.

#include "engine/strategy/estimate/estimate.h"
#include "gui/estimate/verdict_text.h"
#include "gui/search/result_table.h"
#include "gui/window/search_sheet.h"
#include "gui/window/theme_choice.h"
#include "tests/gui/modelled.h"
#include "tests/gui/searched.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QTest>
#include <QTextDocument>

#include <limits>
#include <optional>
#include <utility>

using namespace gui;
using test::Searched;
using test::small;

class tst_SearchResults : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        applyTheme(*qApp, ThemeChoice::Light, systemPalette());
        applySizes(*qApp, Metrics());
    }
    void intervalsAreWhiskers();
    void tooltipsShowWordsAsTheyAre();
    void theModelOfResultsHolds();
    void rowsFollowTheScale();
};

void tst_SearchResults::intervalsAreWhiskers()
{
    // Those at the ends give the axes their range, with intervals and without.
    const std::vector<FrontPoint> points{{.seconds = 1.0, .gibibytes = 33},
                                         {.seconds = 0.6, .gibibytes = 60},
                                         {.seconds = 1.2, .gibibytes = 80}};
    const auto pictureOf = [&](const std::optional<strategy::Interval>& interval, QPoint& beside) {
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
    const QImage with = pictureOf(strategy::Interval{0.8, 1.1}, beside);
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
    for (const auto& wrong :
         {strategy::Interval{1.1, 0.8}, strategy::Interval{nan, 1.1}, strategy::Interval{0.8, nan}})
        QVERIFY(pictureOf(wrong, beside) == without);

    Searched searched(small());
    searched.run();
    FoundPoint point = searched.sheet->view().points().front();
    QVERIFY(point.interval); // as the estimate says
    const auto& told = point.found->estimate.interval;
    QVERIFY(told);
    QVERIFY(point.interval == told);
    // A row whose interval overlaps that of the first one found says so.
    const auto& first = searched.search->answer()->result.found.front().estimate;
    const ResultModel& rows = searched.table->results();
    const auto& shown = searched.sheet->view().points();
    int equal = 0;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const strategy::Estimate& each = shown[i].found->estimate;
        const QString text = rows.index(int(i), 6).data().toString();
        QVERIFY2(text.contains(stepTime(each.interval->low)), qPrintable(text));
        const bool isEqual
            = &each != &first && each.fits && overlap(*each.interval, *first.interval);
        QCOMPARE(text.contains(QStringLiteral("equal to the best found")), isEqual);
        equal += isEqual ? 1 : 0;
    }
    QVERIFY(equal > 0);
    point.interval = strategy::Interval{0.5, 0.75};
    QVERIFY(foundTip(point).contains(QStringLiteral("500 ms – 750 ms")));
    QVERIFY(frontPicture({point}).points.front().interval == point.interval);
}

void tst_SearchResults::tooltipsShowWordsAsTheyAre()
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

void tst_SearchResults::theModelOfResultsHolds()
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

void tst_SearchResults::rowsFollowTheScale()
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

QTEST_MAIN(tst_SearchResults)
#include "tst_search_results.moc"
