// Axes whose values grow and shrink a millionfold never have more than a few ticks on the way.

#include "gui/charts/axis_scale.h"
#include "gui/charts/round_up.h"
#include "gui/charts/sweep_chart.h"

#include <QChartView>
#include <QTest>

#include <algorithm>

using namespace gui;

class tst_AxisScale : public QObject {
    Q_OBJECT
private slots:
    void neverHasManyTicks();
    void aChartIsCoveredAndShown();
};

void tst_AxisScale::neverHasManyTicks()
{
    QValueAxis axis;
    double most = 0;
    const auto count = [&] {
        if (axis.tickType() == QValueAxis::TicksDynamic)
            most = std::max(most, (axis.max() - axis.min()) / axis.tickInterval());
    };
    connect(&axis, &QValueAxis::rangeChanged, this, count);
    connect(&axis, &QValueAxis::tickIntervalChanged, this, count);
    for (const double high : {1.0, 3e9, 2e-9, 5.0, 5.0, 40.0, 1e6, 1e-3}) {
        scaleAxis(axis, 0, high, roundUp(high / 5));
        QCOMPARE(axis.max(), high);
        QCOMPARE(axis.tickInterval(), roundUp(high / 5));
        QCOMPARE(axis.tickType(), QValueAxis::TicksDynamic);
        count();
    }
    QVERIFY2(most < 10, qPrintable(QString::number(most)));
}

// As a step of a lesson does that asks for the throughput before it draws it.
void tst_AxisScale::aChartIsCoveredAndShown()
{
    SweepChart chart(QStringLiteral("nothing"));
    for (const double height : {0.0, 3e9, 0.0}) {
        SweepPicture picture;
        picture.title = QStringLiteral("tokens per second");
        picture.values << QStringLiteral("state");
        picture.curves.push_back({.name = picture.title, .points = {SweepPoint{.height = height}}});
        chart.show(picture);
        auto* axis = qobject_cast<QValueAxis*>(
            chart.findChild<QChartView*>()->chart()->axes(Qt::Vertical).front());
        QVERIFY(axis);
        QVERIFY(axis->max() >= height);
    }
}

QTEST_MAIN(tst_AxisScale)
#include "tst_axis_scale.moc"
