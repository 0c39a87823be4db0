#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/search/field_change.h"
#include "gui/estimate/verdict_text.h"
#include "gui/search/result_table.h"
#include "gui/search/sweep_fields.h"
#include "gui/text/number_format.h"
#include "gui/theme/metrics.h"
#include "gui/window/sweep_sheet.h"
#include "tests/gui/chart_clicks.h"
#include "tests/gui/modelled.h"
#include "tests/gui/named.h"
#include "tests/gui/swept.h"

#include <QChart>
#include <QChartView>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScatterSeries>
#include <QTest>

#include <algorithm>

using namespace gui;
using test::doubleClickAt;
using test::named;
using test::small;
using test::Swept;

namespace {

void choose(QComboBox& box, const QString& key)
{
    box.setCurrentIndex(box.findData(key));
    QVERIFY2(box.currentIndex() >= 0, qPrintable(key));
    emit box.activated(box.currentIndex());
}

} // namespace

class tst_Sweep : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void enterStartsIt();
    void aSweepIsCurvesAndRowsThatOpen();
    void aSweepOfTwoFieldsIsAMapOrACurveForEachValue();
    void theStrategyAsItIsIsMarked();
    void manyCurvesAreAllDrawn();
    void ofTooManyCurvesSomeAreDrawn();
    void whatIsNoStrategySaysWhy();
    void returnDoesOneThing();
    void theValuesOfferedCanBeTaken();
};

void tst_Sweep::enterStartsIt()
{
    Swept swept(small());
    QTRY_VERIFY(!swept.values->text().isEmpty());
    QTRY_COMPARE(QApplication::focusWidget(), swept.values);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(swept.sweep->answer(), 60'000);
}

void tst_Sweep::aSweepIsCurvesAndRowsThatOpen()
{
    Swept swept(strategy::Strategy{});
    auto* sweep = named<QPushButton>(swept.sheet->options(), "Sweep");
    SweepView& view = swept.sheet->view();
    QVERIFY(!sweep->isEnabled() && view.chart().isEmpty());
    swept.opened.document.start(small());
    QVERIFY(sweep->isEnabled());
    QVERIFY2(!swept.values->text().isEmpty(), "there is something to sweep over at once");
    swept.values->setText("4 8,64");
    QTest::mouseClick(sweep, Qt::LeftButton);
    QVERIFY(swept.sweep->isSweeping());
    QTRY_VERIFY_WITH_TIMEOUT(!swept.sweep->isSweeping(), 60'000);
    QCOMPARE(swept.table->rowCount(), 3);
    const ResultModel& results = swept.table->results();
    const QModelIndex step = results.index(0, results.column(ResultModel::kStep));
    QVERIFY2(step.data(Qt::ToolTipRole).toString().contains("Source: the cost model"),
             qPrintable(step.data(Qt::ToolTipRole).toString()));
    // Neighbouring heads do not touch, whatever the width of the window.
    const QHeaderView* head = swept.table->horizontalHeader();
    for (int column = 0; column + 1 < head->count(); ++column) {
        const QString title = swept.table->model()->headerData(column, Qt::Horizontal).toString();
        int words = head->fontMetrics().horizontalAdvance(title);
        for (int row = 0; row < swept.table->rowCount(); ++row)
            words = std::max(
                words,
                swept.table->fontMetrics().horizontalAdvance(swept.table->text(row, column)));
        const int width = head->sectionSize(column);
        QVERIFY2(width >= words + metrics().space(4) && width < words + metrics().space(12),
                 qPrintable(QStringLiteral("%1: %2 of %3").arg(column).arg(width).arg(words)));
    }
    QVERIFY(!view.showsMaps());
    swept.table->setFocus();
    swept.table->setChosen(2);
    QCOMPARE(view.chart().chosen(), (SweepCell{2, 0}));
    QTest::keyClick(swept.table, Qt::Key_Return);
    const strategy::Strategy opened = swept.newest();
    QCOMPARE(strategy::microbatches(opened), 64);
    QCOMPARE(opened.name, small().name + " · Microbatches 64");
    const auto numbers = strategy::estimate(opened);
    QVERIFY(numbers);
    QCOMPARE(swept.table->text(2, swept.table->results().column(ResultModel::kStep)),
             stepTime(numbers->stepSeconds));
    // Both charts say the same of that value.
    const auto tip = [](const SweepChart& chart, int value) {
        return chart.picture().tipOf({value, 0});
    };
    QVERIFY2(
        tip(view.chart(), 2).contains(QLocale().toString(100 * numbers->bubbleFraction, 'g', 3)),
        qPrintable(tip(view.chart(), 2)));
    named<QComboBox>(view, "What is shown")->setCurrentIndex(SweepView::kTokens);
    QVERIFY(tip(view.chart(), 2).contains(threeDigits(numbers->tokensPerSecond)));
    QVERIFY(tip(view.memoryChart(), 2)
                .contains(QLocale().toString(
                    numbers->memory[numbers->fullestRank].peak() / kGibibyte, 'g', 3)));
    // A point opens with a double click.
    swept.opened.workspace.setCurrent(1);
    QCoreApplication::processEvents();
    const int tabs = swept.opened.workspace.count();
    doubleClickAt(view.chart(), view.chart().placeOf({0, 0}));
    QCOMPARE(swept.opened.workspace.count(), tabs + 1);
    QCOMPARE(strategy::microbatches(swept.newest()), 4);
}

void tst_Sweep::aSweepOfTwoFieldsIsAMapOrACurveForEachValue()
{
    Swept swept(small());
    SweepView& view = swept.sheet->view();
    auto* second = named<QLineEdit>(swept.sheet->options(), "Values: And vary");
    QVERIFY(!second->isEnabled());
    choose(*named<QComboBox>(swept.sheet->options(), "And vary"), "schedule.name");
    QVERIFY(second->isEnabled() && second->text().contains("zbv"));
    second->setText("1f1b, interleaved");
    swept.values->setText("4, 8, 16");
    swept.run();
    QCOMPARE(swept.table->rowCount(), 6);
    QVERIFY(view.showsMaps());
    HeatMap& map = view.map();
    QVERIFY(map.hasNumbers());
    const SweepPicture& picture = map.picture();
    QCOMPARE(picture.curves.size(), std::size_t{2});
    double least = 1e9;
    double most = 0;
    for (int row = 0; row < 6; ++row) {
        const strategy::SweepRow& each = swept.sweep->answer()->rows[std::size_t(row)];
        const SweepCell cell{row / 2, row % 2};
        QCOMPARE(bool(picture.at(cell)), each.numbers.has_value());
        if (!each.numbers)
            continue;
        QCOMPARE(picture.at(cell)->height, 100 * each.numbers->bubbleFraction);
        least = std::min(least, picture.at(cell)->height);
        most = std::max(most, picture.at(cell)->height);
    }
    QCOMPARE(map.range(), (std::pair<double, double>{least, most}));
    // Shades rise with the numbers.
    QVERIFY(most > least);
    // Every cell is where it is found, and no two overlap.
    for (int value = 0; value < 3; ++value)
        for (int curve = 0; curve < 2; ++curve) {
            QCOMPARE(map.cellAt(map.placeOf({value, curve}).center()), (SweepCell{value, curve}));
            QCOMPARE(map.cellAt(map.placeOf({value, curve}).topLeft()), (SweepCell{value, curve}));
        }
    QVERIFY(!map.cellAt({1, 1}).isSomewhere());
    QTest::mouseClick(&map, Qt::LeftButton, {}, map.placeOf({1, 1}).center());
    QCOMPARE(swept.table->chosen(), 3);
    QCOMPARE(view.memoryMap().chosen(), (SweepCell{1, 1}));
    QTest::keyClick(&map, Qt::Key_Down);
    QCOMPARE(map.chosen(), (SweepCell{1, 0}));
    QTest::keyClick(&map, Qt::Key_Left);
    QCOMPARE(map.chosen(), (SweepCell{0, 0}));
    QTest::keyClick(&map, Qt::Key_Return);
    QCOMPARE(swept.newest().schedule.name, std::string("1f1b"));
    QCOMPARE(strategy::microbatches(swept.newest()), 4);
    swept.opened.workspace.setCurrent(1);
    named<QComboBox>(view, "How it is shown")->setCurrentIndex(SweepView::kCurves);
    QVERIFY(!view.showsMaps());
    const QStringList lines = view.chart().picture().tipOf({1, 1}).split('\n');
    QCOMPARE(lines[0], QStringLiteral("Microbatches: 8"));
    QCOMPARE(lines[1], QStringLiteral("Schedule: interleaved"));
}

void tst_Sweep::theStrategyAsItIsIsMarked()
{
    strategy::Strategy own = small();
    own.schedule.name = "interleaved";
    own.parallel.chunks = 2;
    Swept swept(own);
    const int microbatches = strategy::microbatches(own);
    choose(*named<QComboBox>(swept.sheet->options(), "And vary"), "schedule.name");
    named<QLineEdit>(swept.sheet->options(), "Values: And vary")->setText("1f1b, interleaved");
    swept.values->setText(QStringLiteral("4, %1").arg(microbatches));
    swept.run();
    QCOMPARE(swept.sheet->view().map().picture().present, (SweepCell{1, 1}));
    QVERIFY(swept.table->results().row(3).isMarked && !swept.table->results().row(2).isMarked);
    swept.values->setText("4");
    swept.run();
    QCOMPARE(swept.sheet->view().map().picture().present.value, -1);
}

void tst_Sweep::manyCurvesAreAllDrawn()
{
    Swept swept(small());
    choose(*named<QComboBox>(swept.sheet->options(), "And vary"), "batch.micro");
    named<QLineEdit>(swept.sheet->options(), "Values: And vary")
        ->setText("1,2,3,4,5,6,7,8,9,10,11,12");
    swept.values->setText("4, 8");
    swept.run();
    SweepView& view = swept.sheet->view();
    named<QComboBox>(view, "How it is shown")->setCurrentIndex(SweepView::kCurves);
    QCoreApplication::processEvents();
    SweepChart& chart = view.chart();
    QCOMPARE(chart.every(), 1);
    QCOMPARE(chart.picture().curves.size(), std::size_t{12});
    QVERIFY(chart.picture().ordered);
    // The last of them can be pointed at.
    int last = 11;
    while (last > 0 && !chart.picture().at({1, last}))
        --last;
    QVERIFY(last > 5);
    QCOMPARE(chart.cellAt(chart.placeOf({1, last})).value, 1);
}

void tst_Sweep::ofTooManyCurvesSomeAreDrawn()
{
    SweepPicture picture;
    for (int value = 0; value < 10; ++value)
        picture.values << QString::number(value);
    for (int curve = 0; curve < 1000; ++curve)
        picture.curves.push_back(
            {QString::number(curve),
             std::vector<std::optional<SweepPoint>>(10, SweepPoint{.height = 1.0 + curve})});
    SweepChart chart(QStringLiteral("nothing"));
    chart.resize(900, 600);
    chart.show(picture);
    QVERIFY(chart.everyCurve() > 1);
    qsizetype points = 0;
    const auto series = chart.findChild<QChartView*>()->chart()->series();
    for (const QAbstractSeries* each : series)
        if (const auto* drawn = qobject_cast<const QScatterSeries*>(each))
            points += drawn->count();
    QVERIFY2(points > 0 && points <= SweepChart::kMostDrawn, qPrintable(QString::number(points)));
    QVERIFY(series.size() <= 3 * SweepChart::kMostCurves + 3);
    // The arrows step from one that is drawn to the next.
    chart.setChosen({0, 0});
    QTest::keyClick(&chart, Qt::Key_Up);
    QCOMPARE(chart.chosen(), (SweepCell{0, chart.everyCurve()}));
}

void tst_Sweep::whatIsNoStrategySaysWhy()
{
    Swept swept(small());
    auto* status = named<QLabel>(swept.sheet->options(), "State of the sweep");
    for (const char* wrong : {"", "many", "0", "-3"}) {
        swept.values->setText(wrong);
        swept.run();
        QVERIFY2(status->text().contains("Microbatches "), wrong);
        QVERIFY(swept.sheet->view().chart().isEmpty());
    }
    choose(*named<QComboBox>(swept.sheet->options(), "Vary"), "parallel.pipeline");
    swept.values->setText("2, 3");
    swept.run();
    QCOMPARE(swept.table->rowCount(), 2);
    QVERIFY2(swept.table->columnSpan(1, 1) > 1, "eight layers over three ranks");
    // In the words of the editor, not in keys of the file.
    QVERIFY2(swept.table->text(1, 1).startsWith("Devices is 8, which "),
             qPrintable(swept.table->text(1, 1)));
    const SweepChart& chart = swept.sheet->view().chart();
    QVERIFY(chart.picture().tipOf({1, 0}).contains("no such strategy"));
    QVERIFY(!chart.isEmpty());
}

void tst_Sweep::returnDoesOneThing()
{
    Swept swept(small());
    QVERIFY(QTest::qWaitForWindowExposed(&swept.opened.window));
    swept.values->setText("4, 8");
    swept.values->setFocus();
    QTest::keyClick(swept.values, Qt::Key_Return);
    QVERIFY(swept.sweep->isSweeping());
    QTRY_VERIFY_WITH_TIMEOUT(!swept.sweep->isSweeping(), 60'000);
    QVERIFY2(swept.table->rowCount() == 2, "the same key must not stop it");
    swept.table->setFocus();
    swept.table->setChosen(1);
    const int tabs = swept.opened.workspace.count();
    QTest::keyClick(swept.table, Qt::Key_Return);
    QCOMPARE(swept.opened.workspace.count(), tabs + 1);
    QVERIFY2(!swept.sweep->isSweeping(), "opening a row must not sweep again");
}

void tst_Sweep::theValuesOfferedCanBeTaken()
{
    strategy::Strategy experts = small();
    experts.model->experts = 8;
    experts.model->expertsPerToken = 2;
    for (const SweepField& field : sweepFields()) {
        const QStringList values = suggestedValues(experts, field.key);
        QVERIFY2(values.size() > 1, field.key);
        for (const QString& value : values) {
            strategy::Strategy changed = experts;
            QVERIFY2(strategy::changeField(changed, field.key, value.toStdString()),
                     qPrintable(QString(field.key) + ' ' + value));
        }
        QVERIFY2(sweepLabel(field.key) != QString(field.key), field.key);
    }
}

QTEST_MAIN(tst_Sweep)
#include "tst_sweep.moc"
