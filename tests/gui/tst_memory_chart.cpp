// The chart of each rank's memory: what was estimated, what was measured, and the limit of both.

#include "gui/charts/memory_chart.h"
#include "gui/charts/step_chart.h"
#include "gui/estimate/estimator.h"
#include "gui/estimate/verdict_text.h"
#include "gui/theme/metrics.h"
#include "gui/window/theme_choice.h"
#include "tests/gui/modelled.h"

#include <QApplication>
#include <QChart>
#include <QChartView>
#include <QLegend>
#include <QLegendMarker>
#include <QScatterSeries>
#include <QTest>
#include <QValueAxis>

using namespace gui;
using test::llama;

class tst_MemoryChart : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void theBarsAreTheMemoryOfTheRanks();
    void whatWasInUseStandsBesideTheBars();
    void withoutAnEstimateTheBarsAreWhatWasMeasured();
    void barsFarBelowTheLimitHaveAHeight();
    void theLegendsFollowTheSizeOfTheType();
};

void tst_MemoryChart::theBarsAreTheMemoryOfTheRanks()
{
    Document document;
    Estimator estimator(document);
    MemoryChart chart;
    QVERIFY(chart.isEmpty() && chart.tipOf(0).isEmpty());
    document.start(llama());
    QTRY_VERIFY(estimator.isCurrent());
    chart.setEstimate(estimator.estimate());
    QCOMPARE(chart.bars(), 4);
    const auto& numbers = estimator.estimate()->numbers;
    for (int rank = 0; rank < 4; ++rank) {
        double sum = 0;
        for (int part = 0; part < MemoryChart::kParts; ++part)
            sum += chart.height(rank, part);
        QCOMPARE(sum * kGibibyte, numbers.memory[std::size_t(rank)].peak());
    }
    QCOMPARE(chart.height(2, 3) * kGibibyte, numbers.memory[2].activations);
    QCOMPARE(chart.limit() * kGibibyte, numbers.memoryLimit);
    QVERIFY2(chart.tipOf(1.4).startsWith(QStringLiteral("rank 1: ")), qPrintable(chart.tipOf(1.4)));
    QVERIFY(chart.tipOf(99).startsWith(QStringLiteral("rank 3: ")));
    chart.setEstimate(nullptr);
    QVERIFY(chart.isEmpty());
    QCOMPARE(chart.bars(), 0);

    // Of a thousand ranks the fullest must not get lost.
    auto many = std::make_shared<StrategyEstimate>(*estimator.estimate());
    many->numbers.memory.assign(1000, numbers.memory[3]);
    many->numbers.memory[501].activations *= 7;
    chart.setEstimate(many);
    QVERIFY(chart.bars() <= MemoryChart::kMaxBars);
    const int bar = 501 / 4;
    QVERIFY(chart.tipOf(bar).startsWith(QStringLiteral("rank 501: ")));
}

void tst_MemoryChart::whatWasInUseStandsBesideTheBars()
{
    Document document;
    Estimator estimator(document);
    MemoryChart chart;
    document.start(llama());
    QTRY_VERIFY(estimator.isCurrent());
    chart.setEstimate(estimator.estimate());
    const auto* picture = chart.findChild<QChartView*>()->chart();
    const auto dots = [&] {
        for (QAbstractSeries* series : picture->series())
            if (const auto* scatter = qobject_cast<QScatterSeries*>(series))
                return scatter->points();
        return QList<QPointF>();
    };
    const auto series = picture->series().size();
    chart.setMeasured({});
    QCOMPARE(picture->series().size(), series); // without a run nothing is there
    const auto gibi = [](double count) { return std::uint64_t(count * kGibibyte); };
    chart.setMeasured({gibi(40), gibi(41.5), 0, gibi(900)});
    QCOMPARE(dots(), (QList<QPointF>{{0, 40}, {1, 41.5}, {3, 900}}));
    QVERIFY(qobject_cast<QValueAxis*>(picture->axes(Qt::Vertical).first())->max() > 900);
    QVERIFY2(chart.tipOf(1).contains(QStringLiteral("measured: at most 41.5 GiB in use")),
             qPrintable(chart.tipOf(1)));
    QVERIFY(!chart.tipOf(2).contains(QStringLiteral("measured")));
    chart.setMeasured({gibi(40)}); // of other ranks
    QVERIFY(dots().isEmpty());
}

void tst_MemoryChart::withoutAnEstimateTheBarsAreWhatWasMeasured()
{
    MemoryChart chart;
    const auto gibi = [](double count) { return std::uint64_t(count * kGibibyte); };
    chart.resize(900, 600);
    chart.show();
    chart.setMeasured({gibi(1), gibi(0.5), 0}, MemoryChart::Measured::Rank);
    QVERIFY(!chart.isEmpty());
    QCOMPARE(chart.bars(), 3);
    QCOMPARE(chart.measuredHeight(0), 1.0);
    QCOMPARE(chart.measuredHeight(1), 0.5);
    QCOMPARE(chart.tipOf(1), QStringLiteral("rank 1\nmeasured: at most 512 MiB held"));
    QCOMPARE(chart.tipOf(2), QStringLiteral("rank 2\nnot measured"));
    const auto* picture = chart.findChild<QChartView*>()->chart();
    QStringList entries;
    for (const QLegendMarker* marker : picture->legend()->markers())
        if (marker->isVisible())
            entries << marker->label();
    QCOMPARE(entries, QStringList{QStringLiteral("measured")});
    const auto* axis = qobject_cast<QValueAxis*>(picture->axes(Qt::Vertical).first());
    chart.setMeasured({256 << 10, 64 << 10}, MemoryChart::Measured::Rank); // of an emulated run
    QCOMPARE(axis->titleText(), QStringLiteral("KiB"));
    QVERIFY(axis->max() >= 256 && axis->max() < 512);
    QCOMPARE(chart.tipOf(1), QStringLiteral("rank 1\nmeasured: at most 64.0 KiB held"));
    chart.setMeasured({});
    QVERIFY(chart.isEmpty());
}

void tst_MemoryChart::barsFarBelowTheLimitHaveAHeight()
{
    Document document;
    Estimator estimator(document);
    MemoryChart chart;
    document.start(llama());
    QTRY_VERIFY(estimator.isCurrent());
    auto small = std::make_shared<StrategyEstimate>(*estimator.estimate());
    const double peak = small->numbers.memory[small->numbers.fullestRank].peak();
    const auto top = [&chart] {
        const auto* picture = chart.findChild<QChartView*>()->chart();
        return qobject_cast<QValueAxis*>(picture->axes(Qt::Vertical).first())->max() * kGibibyte;
    };
    small->numbers.memoryLimit = 100 * peak;
    chart.setEstimate(small);
    QVERIFY(chart.isLimitAbove());
    QVERIFY(top() >= peak && top() < 2 * peak);
    auto near = std::make_shared<StrategyEstimate>(*small);
    near->numbers.memoryLimit = 2 * peak;
    chart.setEstimate(near);
    QVERIFY(!chart.isLimitAbove());
    QVERIFY(top() > 2 * peak);
}

void tst_MemoryChart::theLegendsFollowTheSizeOfTheType()
{
    MemoryChart memory;
    StepChart steps({.measured = QStringLiteral("mean")});
    const auto pixels = [](const QWidget& chart) {
        return chart.findChild<QChartView*>()->chart()->legend()->font().pixelSize();
    };
    applySizes(*qApp, Metrics().larger().larger());
    QTRY_COMPARE(pixels(memory), metrics().font(memory.font(), Type::Small).pixelSize());
    QTRY_COMPARE(pixels(steps), metrics().font(steps.font(), Type::Small).pixelSize());
    applySizes(*qApp, Metrics());
    QTRY_COMPARE(pixels(memory), metrics().font(memory.font(), Type::Small).pixelSize());
}

QTEST_MAIN(tst_MemoryChart)
#include "tst_memory_chart.moc"
